import type { FailureCode, JsonObject, VerificationStatus } from '../core/index.js';

/** The body of an answer to an extraction: specification, section 2.3. */
export interface ExtractionBody {
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

export interface VerificationBody {
  readonly status: VerificationStatus;
  readonly checks_passed: number;
  readonly checks_failed: number;
  readonly cannot_verify_count: number;
  readonly checks_run: readonly CheckBody[];
}

/** Numbers that nobody knows are null. */
export interface CheckBody {
  readonly type: string;
  readonly status: 'PASSED' | 'FAILED' | 'CANNOT_VERIFY';
  readonly fields: readonly string[];
  readonly passed: boolean;
  readonly delta: number | null;
  readonly expected: number | null;
  readonly actual: number | null;
}

type JsonSchema = Readonly<Record<string, unknown>>;

const count: JsonSchema = { type: 'integer', minimum: 0 };
const score: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
const numberOrNull: JsonSchema = { type: ['number', 'null'] };

/** An object with these keys and no others; those after `optional` may be missing. */
const closed = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const box = closed({ page: { type: 'integer', minimum: 1 }, x: score, y: score, w: score, h: score });

const fieldConfidence = closed(
  {
    field: { type: 'string', pattern: '^\\$' },
    score,
    reason: { type: 'string' },
    page: { type: 'integer', minimum: 1 },
    text: { type: 'string' },
    boxes: {
      description:
        'Only with include=boxes: where a viewer shows the text, a rectangle for each line, in shares of the page (0 to 1) from its top left corner',
      type: 'array',
      minItems: 1,
      items: box,
    },
  },
  ['page', 'text', 'boxes'],
);

const meta = closed({
  confidence_score: score,
  field_confidence: { type: 'array', items: fieldConfidence },
  issues: { type: 'array', items: { type: 'string' } },
});

const metadata = closed({ processing_time_ms: count, credits: count, fallback_triggered: { type: 'boolean' }, confidence_score: score }, [
  'confidence_score',
]);

const check = closed({
  type: { type: 'string', minLength: 1 },
  status: { enum: ['PASSED', 'FAILED', 'CANNOT_VERIFY'] },
  fields: { type: 'array', items: { type: 'string' } },
  passed: { type: 'boolean' },
  delta: numberOrNull,
  expected: numberOrNull,
  actual: numberOrNull,
});

const verification = closed({
  status: { enum: ['PASSED', 'FAILED', 'PARTIAL', 'CANNOT_VERIFY', 'NO_RULES'] },
  checks_passed: count,
  checks_failed: count,
  cannot_verify_count: count,
  checks_run: { type: 'array', items: check },
});

const error = closed({
  code: { enum: ['EXTRACTION_FAILED', 'LLM_ERROR', 'PARSING_ERROR', 'TIMEOUT_ERROR'] },
  message: { type: 'string', minLength: 1 },
});

/** The bodies of sections 2.3 to 2.5 and 7.1 as closed JSON Schemas. They describe; answers are never serialised through them. */
export const wireSchemas = {
  extraction: {
    anyOf: [
      closed({ object: { type: 'object', properties: { _meta: meta }, required: ['_meta'] }, metadata, verification }, ['verification']),
      closed({ object: { type: 'null' }, metadata, verification, error }, ['verification']),
    ],
  },
  health: closed({ status: { const: 'healthy' }, timestamp: { type: 'string', format: 'date-time' } }),
  unhealthy: closed({
    status: { const: 'unhealthy' },
    timestamp: { type: 'string', format: 'date-time' },
    detail: { type: 'string', minLength: 1 },
  }),
  alive: closed({ status: { const: 'alive' } }),
  ready: closed({ status: { const: 'ready' } }),
  info: closed({
    name: { type: 'string', minLength: 1 },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
    description: { type: 'string', minLength: 1 },
    documentation: { type: 'string', format: 'uri' },
  }),
  refusal: closed({ detail: { type: 'string', minLength: 1 } }),
} as const;
