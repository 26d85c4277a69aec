export type {
  AnsweredCheck,
  AnsweredDocument,
  AnsweredOperand,
  AnsweredPart,
  AnsweredReview,
  AnsweredUsage,
  AnsweredVerification,
  BatchesPage,
  DeliveredMessage,
  DeliveryAttempt,
  DocumentClass,
  ExtractAnswer,
  FailedCode,
  FieldEvidence,
  FilesPage,
  JobsPage,
  JudgedRun,
  KeptFile,
  ListedBatch,
  ListedJob,
  ListedRun,
  MessagesPage,
  NewWebhook,
  PageBox,
  RunsPage,
  SchemaName,
  ShownBatch,
  ShownJob,
  ShownRun,
  ShownWebhook,
  WebhookEvent,
} from './answer.js';
export type { BatchFile, BatchItem } from './batches/batch-form.js';
export type { DoneLine, EndedLine, FailedLine } from './batches/batch-lines.js';
export type { BatchListOptions, BatchOptions, ResultsOptions, SentBatch, VouchBatches } from './batches/batches.js';
export type { VouchFiles } from './batches/files.js';
export {
  AccessError,
  ConflictError,
  ConnectionError,
  ExtractionFailedError,
  InvalidRequestError,
  JobEndedError,
  LimitedError,
  MissingError,
  RedirectedError,
  type RefusalCode,
  RefusedError,
  ServiceError,
  TimedOutError,
  UnexpectedAnswerError,
  UsageError,
  VouchError,
} from './errors.js';
export type { EvidenceOf, EvidenceRows, EvidenceTree } from './evidence.js';
export { SeveralDocumentsError, type Vouched, type VouchedPart } from './extraction.js';
export type { EnqueueOptions, ListOptions, SentJob, VouchJobs } from './jobs.js';
export type { DocumentInput } from './request/document.js';
export type { CallOptions } from './request/send.js';
export type { RunListOptions, RunVerdict, VouchRuns } from './runs.js';
export type { AnySchema, DataOf, JsonValue, PlainSchema, StandardSchema } from './schema/types.js';
export { Vouch, type VouchOptions } from './vouch.js';
export {
  ForgedWebhookError,
  MalformedWebhookError,
  StaleWebhookError,
  type VerifiedWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookOptions,
} from './webhooks/verify-webhook.js';
export type { MessagesOptions, VouchWebhooks, WebhookChanges, WebhookTerms } from './webhooks/webhooks.js';
export { defaultThreshold, type ExtractCallOptions, type Wish } from './wishes.js';
