import type * as evidence from '../wire/evidence.js';
import type * as extraction from '../wire/extraction.js';
import type * as jobs from '../wire/jobs.js';
import type * as review from '../wire/review.js';
import type * as runs from '../wire/runs.js';
import type { BodyOf } from '../wire/schema-parts.js';
import type * as webhooks from '../wire/webhooks.js';

// What is published are interfaces that say the same, and what each member means: `package/answer-types.js` makes them of the schemas.

/** Where on a page a text stands: shares of the page as a viewer shows it, from its top left corner. */
export type PageBox = BodyOf<typeof evidence.box>;
/** What was found about a value, with `include: ['evidence']`. */
export type EvidenceFinding = BodyOf<typeof evidence.finding>;
/** What proves a value. `page`, `text` and `boxes` are absent where nothing was found. */
export type FieldEvidence = BodyOf<typeof extraction.fieldConfidence>;
export type AnsweredMeta = BodyOf<typeof extraction.meta>;
/** The values by their names. */
export type AnsweredObject = BodyOf<typeof extraction.extracted>;
/** What the extraction took and cost. */
export type AnsweredMetadata = BodyOf<typeof extraction.metadata>;
/** A value that a rule looked at. */
export type AnsweredOperand = BodyOf<typeof extraction.operand>;
/** A check. `expected` and `actual` are amounts where it has a `delta`. */
export type AnsweredCheck = BodyOf<typeof extraction.check>;
/** With `verify: true`: whether the sums of the document, and the rules of the host, hold. */
export type AnsweredVerification = BodyOf<typeof extraction.verification>;
/** With `include: ['usage']`: what was asked of providers. Unknown numbers are null. */
export type AnsweredUsage = BodyOf<typeof extraction.usage>;
/** With `include: ['receipt']`: what the answer was made of, signed by the service. */
export type AnsweredReceipt = BodyOf<typeof extraction.receipt>;
/** With `review: true`, where people review answers: whether one is needed, and what it should look at. */
export type AnsweredReview = BodyOf<typeof review.review>;
/** One of several documents in a file. */
export type AnsweredPart = BodyOf<typeof extraction.part>;
/** What an answer says of one document. */
export type AnsweredDocument = Omit<AnsweredPart, 'pages'>;
/** The body of `POST /v1/extract`, and the `result` of a job. */
export type ExtractAnswer = BodyOf<typeof extraction.extraction>;
/** Why an extraction failed: the file, the provider, what it replied, or the deadline. */
export type FailedCode = NonNullable<ExtractAnswer['error']>['code'];

/** A schema of the host. */
export type SchemaName = BodyOf<typeof extraction.schemaName>;
/** What a document is. */
export type DocumentClass = BodyOf<typeof extraction.classification>;

/** A job as a list shows it. Times are of RFC 3339. */
export type ListedJob = BodyOf<typeof jobs.job>;
/** A job that was asked for by its id. */
export type ShownJob = BodyOf<typeof jobs.endedJob>;
export type JobsPage = BodyOf<typeof jobs.jobs>;

/** A document that was sent before the batch that names it. Times are of RFC 3339. */
export type KeptFile = BodyOf<typeof jobs.file>;
export type FilesPage = BodyOf<typeof jobs.files>;
/** A batch as a list shows it. */
export type ListedBatch = BodyOf<typeof jobs.listedBatch>;
/** A batch that was asked for by its id. */
export type ShownBatch = BodyOf<typeof jobs.batch>;
export type BatchesPage = BodyOf<typeof jobs.batches>;

/** An answer that people look at, as a list shows it. Times are of RFC 3339. */
export type ListedRun = BodyOf<typeof runs.run>;
export type RunsPage = BodyOf<typeof runs.runs>;
/** A run that was asked for by its id. */
export type ShownRun = BodyOf<typeof runs.wholeRun>;
/** A run as it is after a verdict. */
export type JudgedRun = BodyOf<typeof runs.judgedRun>;

/** An address of yours that is told how jobs and batches ended. Times are of RFC 3339. */
export type ShownWebhook = BodyOf<typeof webhooks.webhook>;
/** A webhook with a secret that is shown this once: keep it for `verifyWebhook`. */
export type NewWebhook = BodyOf<typeof webhooks.newWebhook>;
/** What a webhook can be told. */
export type WebhookEvent = ShownWebhook['events'][number];
export type DeliveryAttempt = BodyOf<typeof webhooks.attempt>;
/** A message of the delivery log. */
export type DeliveredMessage = BodyOf<typeof webhooks.webhookMessage>;
export type MessagesPage = BodyOf<typeof webhooks.webhookMessages>;
