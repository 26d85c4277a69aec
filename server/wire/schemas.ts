import type { FailureCode, JsonObject, UsageRole, VerificationStatus } from '../../core/index.js';
import { about, closed, count, flag, numberOrNull, score, text, time, timeOrNull, type WireSchema } from './schema-parts.js';
import { webhookMessage, webhookSchemas } from './webhook-schemas.js';

/** What an answer says of one document. */
export interface DocumentBody {
  readonly object: JsonObject | null;
  readonly metadata: {
    readonly processing_time_ms: number;
    readonly credits: number;
    readonly fallback_triggered: boolean;
    readonly confidence_score?: number;
  };
  readonly verification?: VerificationBody;
  readonly error?: { readonly code: FailureCode; readonly message: string };
}

/** One of several documents in a file, with its pages by their numbers in the file. */
export interface PartBody extends DocumentBody {
  readonly pages: readonly number[];
}

/** The body of an extraction's answer: specification, section 2.3. */
export interface ExtractionBody extends DocumentBody {
  /** Only where a splitter is configured and the file holds several documents; `object` is null then, `metadata` is about all, and `error` is there only where all failed. */
  readonly documents?: readonly PartBody[];
  /** Only where it was asked for. */
  readonly usage?: UsageBody;
}

/** What was asked of providers. Unknown numbers are null. */
export interface UsageCounts {
  readonly calls: number;
  readonly unmeasured_calls: number;
  readonly input_tokens: number | null;
  readonly cached_input_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost: number | null;
}

export interface UsageBody extends UsageCounts {
  readonly currency?: string;
  readonly models: readonly (UsageCounts & { readonly model: string; readonly tier: UsageRole })[];
}

export interface VerificationBody {
  readonly status: VerificationStatus;
  readonly checks_passed: number;
  readonly checks_failed: number;
  readonly cannot_verify_count: number;
  readonly checks_run: readonly CheckBody[];
}

/** What the entry of every check has. */
interface CheckEntry {
  readonly type: string;
  readonly status: 'PASSED' | 'FAILED' | 'CANNOT_VERIFY';
  readonly fields: readonly string[];
  readonly passed: boolean;
  /** Stands where the check is about what the host accepts, not about the reading. */
  readonly policy?: true;
  readonly operands?: readonly OperandBody[];
}

/** Two numbers that should agree. Unknown numbers are null. */
export interface AmountCheckBody extends CheckEntry {
  readonly delta: number | null;
  readonly expected: number | null;
  readonly actual: number | null;
}

/** A statement of a configured rule: what was expected and seen, in words or as values. */
export interface StatedCheckBody extends CheckEntry {
  readonly delta?: never;
  readonly expected: StatedBody;
  readonly actual: StatedBody;
}
export type StatedBody = string | number | boolean | null;

export type CheckBody = AmountCheckBody | StatedCheckBody;

export const isAmountCheck = (check: CheckBody): check is AmountCheckBody => check.delta !== undefined;

/** A value that a rule looked at. */
export interface OperandBody {
  readonly field: string;
  readonly value: StatedBody;
  readonly from: 'schema' | 'shadow' | 'printed';
  readonly label?: string;
}

const box = about(
  'A rectangle in shares of the page as a viewer shows it, from its top left corner',
  closed({ page: { type: 'integer', minimum: 1 }, x: score, y: score, w: score, h: score }),
);

const logOdds: WireSchema = { type: 'number' };

const finding = closed(
  {
    name: about('What was found, such as `label.match`', text),
    weight: about('What it adds to the log-odds of the value; left out for a null', logOdds),
    says: about('The finding as a sentence', text),
    at_most: about('The highest score that it allows, whatever else speaks for the value; left out where it only weighs', score),
  },
  ['weight', 'at_most'],
);

const evidence = closed(
  {
    prior: about('The log-odds of a value of this reader before anything is found; left out for a null', logOdds),
    findings: { type: 'array', items: finding },
  },
  ['prior'],
);

const fieldConfidence = closed(
  {
    field: about('The path of the value: `$.total`, `$.line_items[0].amount`', { type: 'string', pattern: '^\\$' }),
    score: about('How sure the value is: the chance that it is right, by all that was found', score),
    reason: about('Why it has this score', { type: 'string' }),
    page: about('Where it was found, from 1; left out where it was not', { type: 'integer', minimum: 1 }),
    text: about('The words on that page that prove it; left out where there are none', { type: 'string' }),
    boxes: about('With `include=boxes`: where a viewer shows the text, a rectangle for each line; left out where there are none', {
      type: 'array',
      minItems: 1,
      items: box,
    }),
    evidence: about('With `include=evidence`: all that was found, from which the score follows', evidence),
  },
  ['page', 'text', 'boxes', 'evidence'],
);

const meta = closed({
  confidence_score: about(
    'The score of the least sure required field; at most 0.84 while a check fails or a required value is missing',
    score,
  ),
  field_confidence: about('One entry for each leaf of the schema, nulls too', { type: 'array', items: fieldConfidence }),
  issues: about('What a person should look at, as sentences; empty when there is nothing', { type: 'array', items: { type: 'string' } }),
});

const metadata = closed(
  {
    processing_time_ms: about('Milliseconds from the upload to the answer', count),
    credits: about('What it cost: 1 a page, and 2 more where Tier 2 has read it', count),
    fallback_triggered: about('Whether Tier 2 has read the document', flag),
    confidence_score: about('The overall score again, where Tier 2 has read the document', score),
  },
  ['confidence_score'],
);

const stated: WireSchema = { type: ['string', 'number', 'boolean', 'null'] };

const operand = closed(
  {
    field: about('The name of the field, or of the concept where no field has the value', text),
    value: about('Null where it was not read, or is not proven on the page', stated),
    from: about('A field of your schema, a field that was read only for the checks, or a printed label', {
      enum: ['schema', 'shadow', 'printed'],
    }),
    label: about('The label it is printed under; left out where none was found', text),
  },
  ['label'],
);

const checkEntry: Readonly<Record<string, WireSchema>> = {
  type: about('`HORIZONTAL_SUM` and `VERTICAL_SUM` always; other types where their rules are configured', text),
  status: { enum: ['PASSED', 'FAILED', 'CANNOT_VERIFY'] },
  fields: about('The fields that take part', { type: 'array', items: { type: 'string' } }),
  passed: about('Whether `status` is `PASSED`', flag),
  policy: about('Stands where the check is about what the host accepts: it holds the document, and no score falls', { const: true }),
  operands: about('With `include=operands`: the values that the rule looked at', { type: 'array', items: operand }),
};
const notAlways = ['policy', 'operands'];

const amountCheck = closed(
  {
    ...checkEntry,
    delta: about('`expected` less `actual`; null where one is unknown', numberOrNull),
    expected: about('What the rule computes; null where it cannot', numberOrNull),
    actual: about('What the document says; null where it does not', numberOrNull),
  },
  notAlways,
);

const statedCheck = closed(
  {
    ...checkEntry,
    expected: about('What should be, as a value or in words that follow "should be"; null where nobody knows', stated),
    actual: about('What the document says; null where it does not', stated),
  },
  notAlways,
);

const check: WireSchema = { anyOf: [amountCheck, statedCheck] };

const verification = closed({
  status: about(
    'Any check failed: `FAILED`; all passed: `PASSED`; some unknown: `PARTIAL`; all unknown: `CANNOT_VERIFY`; no rule applies: `NO_RULES`',
    { enum: ['PASSED', 'FAILED', 'PARTIAL', 'CANNOT_VERIFY', 'NO_RULES'] },
  ),
  checks_passed: count,
  checks_failed: count,
  cannot_verify_count: count,
  checks_run: { type: 'array', items: check },
});

const error = closed({
  code: about('`EXTRACTION_FAILED`: the file; `LLM_ERROR`, `PARSING_ERROR`: the provider; `TIMEOUT_ERROR`: the deadline', {
    enum: ['EXTRACTION_FAILED', 'LLM_ERROR', 'PARSING_ERROR', 'TIMEOUT_ERROR'],
  }),
  message: about('What happened, for a person', text),
});

const tokens: WireSchema = { type: ['integer', 'null'], minimum: 0 };

const usageCounts: Readonly<Record<string, WireSchema>> = {
  calls: about('Requests to providers, retries and repairs included', count),
  unmeasured_calls: about('Those of which nobody knows what they used, as where an answer broke off; in no other number here', count),
  input_tokens: about('Of all measured calls, the cached parts included; null where none was measured', tokens),
  cached_input_tokens: about('The part of the input that was read from a prompt cache; null where a provider does not say', tokens),
  cache_write_tokens: about('The part of the input that was written into a prompt cache; null where a provider does not say', tokens),
  output_tokens: about('Reasoning included; null where no call was measured', tokens),
  cost: about('In units of `currency`, rounded to six decimals; null where a call is unmeasured or its model has no price', {
    type: ['number', 'null'],
    minimum: 0,
  }),
};

const modelUsage = closed({
  model: about('As the configuration names it: `openai:gpt-6-luna`', text),
  tier: { enum: ['1', '2', 'witness'] },
  ...usageCounts,
});

const usage = closed(
  {
    ...usageCounts,
    currency: about('The currency of the costs; left out where no prices are configured', text),
    models: about('The same for each model, in the order in which they were asked', { type: 'array', items: modelUsage }),
  },
  ['currency'],
);

const extracted = about('The values, with what proves them', {
  type: 'object',
  properties: { _meta: meta },
  required: ['_meta'],
  additionalProperties: about('The fields of your schema. What could not be read is null', {}),
});

const asked = about('With `include=usage`: what it took of providers', usage);

const jobProperties: Readonly<Record<string, WireSchema>> = {
  id: { type: 'string', pattern: '^job_[0-9A-Z]{26}$' },
  status: about('`queued` and `running` are under way, the others are ends', {
    enum: ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'],
  }),
  file: about('The name of the file that was sent; null where it is sealed for a former secret of the key', { type: ['string', 'null'] }),
  metadata: about('What you sent as `metadata`; null for nothing', { type: ['object', 'null'] }),
  batch: about('The batch that it was sent with; null for a job of its own', { type: ['string', 'null'] }),
  custom_id: about('Its name in the batch', { type: ['string', 'null'] }),
  priority: { enum: ['high', 'normal', 'low'] },
  webhook: about('The webhook that is told how it ended; null for none', { type: ['string', 'null'] }),
  created_at: time,
  started_at: about('When it was first begun', timeOrNull),
  ended_at: timeOrNull,
  kept_until: about('When it is forgotten; null while it is under way', timeOrNull),
  runs: about('How often it was begun: more than once where a worker died, or a provider was out', count),
  credits: about('What it cost; null while it is under way', { type: ['integer', 'null'], minimum: 0 }),
};

const job = closed(jobProperties);

const batchProperties: Readonly<Record<string, WireSchema>> = {
  id: { type: 'string', pattern: '^batch_[0-9A-Z]{26}$' },
  status: about('`ended` once each job has', { enum: ['running', 'ended'] }),
  metadata: about('What you sent as `metadata`; null for nothing', { type: ['object', 'null'] }),
  jobs: about('How many it has', count),
  unfinished: about('How many of them are queued or running', count),
  unused_files: about('Documents that came with it and that no line names; null where it is sealed for a former secret of the key', {
    type: ['integer', 'null'],
    minimum: 0,
  }),
  webhook: about('The webhook that is told once it has ended; null for none', { type: ['string', 'null'] }),
  created_at: time,
  ended_at: about('When its last job ended', timeOrNull),
  kept_until: about('When it is forgotten, with its jobs; null while it is under way', timeOrNull),
};

const batch = closed({
  ...batchProperties,
  counts: about(
    'Its jobs by status',
    closed(Object.fromEntries(['queued', 'running', 'done', 'failed', 'cancelled', 'expired'].map((status) => [status, count]))),
  ),
  credits: about('What its ended jobs cost together', count),
});

const answered = { object: extracted, metadata, verification };
const unanswered = { object: { type: 'null' }, metadata, verification, error } as const;
const pages = about('Its pages by their numbers in the file', { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1 } });

const extractedPart = closed({ pages, ...answered }, ['verification']);
const notExtractedPart = closed({ pages, ...unanswered }, ['verification']);

const several = closed(
  {
    object: { type: 'null' },
    metadata: about('Of all documents together', metadata),
    documents: about('In the order of the file; one that failed says so in its `error`', {
      type: 'array',
      minItems: 2,
      items: { anyOf: [extractedPart, notExtractedPart] },
    }),
    error: about('Only where every document failed: the first of their failures', error),
    usage: asked,
  },
  ['error', 'usage'],
);

/** The bodies of sections 2.3 to 2.5 and 7.1 as closed JSON Schemas, and of what goes beyond. They only document and are not used for serialisation. */
export const wireSchemas = {
  extraction: {
    anyOf: [
      closed({ ...answered, usage: asked }, ['verification', 'usage']),
      closed({ ...unanswered, usage: asked }, ['verification', 'usage']),
      several,
    ],
  },
  job,
  endedJob: closed(
    {
      ...jobProperties,
      result: about('Of a job that is done, or whose extraction failed: what `/v1/extract` would have answered, byte for byte', {}),
      error: about(
        'Of a job that was refused: as `/v1/extract` would have refused it',
        closed({ detail: text, status: about('The HTTP status that it would have had', { type: 'integer' }) }),
      ),
    },
    ['result', 'error'],
  ),
  jobs: closed({
    jobs: { type: 'array', items: job },
    next: about('The `cursor` of the next page; null on the last', { type: ['string', 'null'] }),
  }),
  file: closed({
    id: { type: 'string', pattern: '^file_[0-9A-Z]{26}$' },
    file: about('Its name; null where it is sealed for a former secret of the key', { type: ['string', 'null'] }),
    bytes: count,
    created_at: time,
    kept_until: about('When it is forgotten', time),
  }),
  batch,
  batches: closed({
    batches: { type: 'array', items: closed(batchProperties) },
    next: about('The `cursor` of the next page; null on the last', { type: ['string', 'null'] }),
  }),
  ...webhookSchemas,
  health: closed({ status: { const: 'healthy' }, timestamp: time }),
  unhealthy: closed({ status: { const: 'unhealthy' }, timestamp: time, detail: about('Why, for an operator', text) }),
  alive: closed({ status: { const: 'alive' } }),
  ready: closed(
    {
      status: { const: 'ready' },
      jobs: about('No provider takes work for now: this process leaves jobs in the queue', { const: 'paused' }),
    },
    ['jobs'],
  ),
  info: closed({
    name: text,
    version: about('The version of the API', { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' }),
    description: text,
    documentation: about('Where it is documented', { type: 'string', format: 'uri' }),
  }),
  refusal: closed({ detail: about('What is wrong and what would help, for a person', text) }),
} as const;

/** The schemas and their parts, by the names under which they are documented. */
export const namedSchemas: Readonly<Record<string, WireSchema>> = {
  Extraction: wireSchemas.extraction,
  Extracted: wireSchemas.extraction.anyOf[0],
  NotExtracted: wireSchemas.extraction.anyOf[1],
  SeveralDocuments: several,
  ExtractedPart: extractedPart,
  NotExtractedPart: notExtractedPart,
  Object: extracted,
  Meta: meta,
  FieldConfidence: fieldConfidence,
  Box: box,
  Evidence: evidence,
  Finding: finding,
  Metadata: metadata,
  Verification: verification,
  Usage: usage,
  ModelUsage: modelUsage,
  Check: check,
  AmountCheck: amountCheck,
  StatedCheck: statedCheck,
  Operand: operand,
  Error: error,
  Refusal: wireSchemas.refusal,
  Job: wireSchemas.job,
  EndedJob: wireSchemas.endedJob,
  Jobs: wireSchemas.jobs,
  File: wireSchemas.file,
  Batch: wireSchemas.batch,
  Batches: wireSchemas.batches,
  Webhook: wireSchemas.webhook,
  NewWebhook: wireSchemas.newWebhook,
  Webhooks: wireSchemas.webhooks,
  WebhookMessage: webhookMessage,
  WebhookMessages: wireSchemas.webhookMessages,
  WebhookEvent: wireSchemas.webhookEvent,
  Health: wireSchemas.health,
  Unhealthy: wireSchemas.unhealthy,
  Alive: wireSchemas.alive,
  Ready: wireSchemas.ready,
  Info: wireSchemas.info,
};
