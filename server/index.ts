export { type AppOptions, buildApp } from './app/app.js';
export { type ExtractionApiOptions, extractionApi } from './app/extraction-api.js';
export { type ServeSettings, serve } from './app/serve.js';
export { type RunningServer, type StartSettings, startServer } from './app/start-server.js';
export { type Ingredients, type ReceiptRequest, type ReceiptSigner, receiptSigner } from './extraction/receipt.js';
export { authenticateByKey } from './guards/authenticate-by-key.js';
export { type Caller, callerOf } from './guards/caller.js';
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
} from './guards/manage-keys.js';
export type { Authenticate, AuthenticatedCaller } from './guards/require-caller.js';
export { type BudgetTerms, dailyBudget } from './guards/token-budgets.js';
export type { Limits } from './http/limits.js';
export type { AnswerClaim, AnswerStore, ClaimFound, MadeAnswer } from './state/answer-store.js';
export { type Bucket, documentsInBucket, openBucket } from './state/bucket.js';
export type { DocumentPieces, FilePage, FileRecord, FileStore, NewFile, PieceName, StoredDocument } from './state/document-pieces.js';
export type {
  Backlog,
  BatchCharge,
  BatchFilter,
  BatchJob,
  BatchPage,
  BatchProgress,
  BatchRecord,
  BatchStore,
  ClaimedJob,
  EndedFilter,
  JobAdministration,
  JobCharge,
  JobEnd,
  JobFilter,
  JobPage,
  JobPriority,
  JobRecord,
  JobRun,
  JobStatus,
  JobStore,
  NewBatch,
  NewJob,
  RetryTerms,
  SurveyedJob,
  SurveyFilter,
} from './state/job-store.js';
export { openStore } from './state/open-store.js';
export type {
  Allowance,
  CallerLimits,
  FormerSecret,
  FoundKey,
  Grant,
  Hold,
  KeyChanges,
  KeyRecord,
  KeyStore,
  Pace,
  QuotaStore,
  RateStore,
  Scope,
  SecretRecord,
  Store,
  StoreEvent,
} from './state/store.js';
export type {
  AttemptRecord,
  ClaimedMessage,
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
  WebhookBacklog,
  WebhookFilter,
  WebhookStore,
} from './state/webhook-store.js';
export { type Metrics, type MetricsOptions, openMetrics } from './telemetry/metrics.js';
export type {
  CheckBody,
  DocumentBody,
  ExtractionBody,
  PartBody,
  VerificationBody,
} from './wire/extraction.js';
export { wireSchemas } from './wire/schemas.js';
export { wire } from './wire/wire.js';
