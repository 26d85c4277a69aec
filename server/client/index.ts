export type {
  AnsweredCheck,
  AnsweredOperand,
  AnsweredUsage,
  AnsweredVerification,
  ExtractAnswer,
  FieldEvidence,
  JobsPage,
  ListedJob,
  PageBox,
  ShownJob,
} from './answer.js';
export {
  AccessError,
  ConflictError,
  ConnectionError,
  ExtractionFailedError,
  type FailedCode,
  InvalidRequestError,
  JobEndedError,
  LimitedError,
  MissingError,
  type RefusalCode,
  RefusedError,
  ServiceError,
  TimedOutError,
  UnexpectedAnswerError,
  UsageError,
  VouchError,
} from './errors.js';
export type { EvidenceOf, EvidenceRows, EvidenceTree } from './evidence.js';
export type { Vouched } from './extraction.js';
export type { EnqueueOptions, ListOptions, SentJob, VouchJobs } from './jobs.js';
export type { DocumentInput } from './request/document.js';
export type { CallOptions } from './request/send.js';
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
} from './webhook.js';
export type { ExtractCallOptions, Wish } from './wishes.js';
