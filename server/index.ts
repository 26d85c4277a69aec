export { type AppOptions, buildApp } from './app/app.js';
export { type ExtractionApiOptions, extractionApi } from './app/extraction-api.js';
export { type ServeSettings, serve } from './app/serve.js';
export { type RunningServer, type StartSettings, startServer } from './app/start-server.js';
export { type BudgetTerms, dailyBudget } from './guards/budgets/daily-budget.js';
export type { Authenticate, AuthenticatedCaller } from './guards/callers/authenticate.js';
export { type Caller, callerOf } from './guards/callers/caller.js';
export { authenticateByKey } from './guards/keys/authenticate-by-key.js';
export {
  changeKey,
  createKey,
  type FreshKey,
  type KeyOrder,
  listKeys,
  type RotationOrder,
  revokeKey,
  rotateKey,
  showKey,
} from './guards/keys/manage-keys.js';
export type { Limits } from './guards/limits.js';
export type {
  BatchCharge,
  BatchFilter,
  BatchJob,
  BatchPage,
  BatchProgress,
  BatchRecord,
  BatchStore,
  EndedFilter,
  NewBatch,
} from './jobs/batches/batch-store.js';
export type { FileRecord, FileStore, NewFile } from './jobs/batches/file-store.js';
export type { DocumentPieces, PieceName, StoredDocument } from './jobs/documents/document-pieces.js';
export type {
  Backlog,
  JobCharge,
  JobEnd,
  JobFilter,
  JobOversight,
  JobPage,
  JobPriority,
  JobRecord,
  JobRun,
  JobStatus,
  JobStore,
  NewJob,
  RetryTerms,
  SurveyedJob,
  SurveyFilter,
  TakenJob,
} from './jobs/job-store.js';
export type {
  AttemptRecord,
  DeliveryOutcome,
  DeliveryRun,
  EndpointChanges,
  EndpointRecord,
  EventRecord,
  EventType,
  MessageFilter,
  MessagePage,
  MessageRecord,
  NewEndpoint,
  SurveyedWebhook,
  TakenMessage,
  WebhookBacklog,
  WebhookFilter,
  WebhookStore,
} from './jobs/webhooks/webhook-store.js';
export type { AnswerClaim, AnswerStore, ClaimFound, MadeAnswer } from './state/answer-store.js';
export { type Bucket, documentsInBucket, openBucket } from './state/bucket.js';
export type { CallerLimits, Grant, Scope } from './state/grant.js';
export { openStore } from './state/open-store.js';
export type {
  Allowance,
  FormerSecret,
  FoundKey,
  Hold,
  KeyChanges,
  KeyRecord,
  KeyStore,
  Pace,
  QuotaStore,
  RateStore,
  SecretRecord,
  Store,
  StoreEvent,
} from './state/store.js';
export { type Metrics, type MetricsOptions, openMetrics } from './telemetry/metrics.js';
export {
  type CheckBody,
  type DocumentBody,
  type ExtractionBody,
  type PartBody,
  type VerificationBody,
  wireSchemas,
} from './wire/schemas.js';
export { wire } from './wire/wire.js';
