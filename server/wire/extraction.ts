import type { JsonObject } from '../../core/index.js';
import { box, candidate, evidence, stated } from './evidence.js';
import { review } from './review.js';
import {
  about,
  always,
  anyOfSchemas,
  type BodyOf,
  closed,
  count,
  flag,
  list,
  maybe,
  oneOf,
  orNull,
  score,
  string,
  text,
} from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The body of `POST /v1/extract`, specification section 2.3, and its parts. The schemas document and type it; they are not used for serialisation. */

export const fieldConfidence = closed({
  field: about('The path of the value: `$.total`, `$.line_items[0].amount`', Type.String({ pattern: '^\\$' })),
  score: about('How sure the value is: the chance that it is right, by all that was found', score),
  reason: about('Why it has this score', string),
  page: maybe('Where it was found, from 1; left out where it was not', Type.Integer({ minimum: 1 })),
  text: maybe('The words on that page that prove it; left out where there are none', string),
  boxes: maybe(
    'With `include=boxes`: where a viewer shows the text, a rectangle for each line; left out where there are none',
    list(box, { minItems: 1 }),
  ),
  evidence: maybe('With `include=evidence`: all that was found, from which the score follows', evidence),
  candidates: maybe(
    'With `include=candidates`: what other readers found on the page in its place, the most believable first; left out where there is nothing',
    list(candidate, { minItems: 1 }),
  ),
});

export const meta = closed({
  confidence_score: about(
    'The score of the least sure required field; at most 0.84 while a check fails or a required value is missing',
    score,
  ),
  field_confidence: about('One entry for each leaf of the schema, nulls too', list(fieldConfidence)),
  issues: about('What a person should look at, as sentences; empty when there is nothing', list(string)),
});

export const metadata = closed({
  processing_time_ms: about('Milliseconds from the upload to the answer', count),
  credits: about('What it cost: 1 a page, and 2 more where Tier 2 has read it', count),
  fallback_triggered: about('Whether Tier 2 has read the document', flag),
  confidence_score: maybe('The overall score again, where Tier 2 has read the document', score),
});

export const operand = closed({
  field: about('The name of the field, or of the concept where no field has the value', text),
  value: about('Null where it was not read, or is not proven on the page', stated),
  from: about(
    'A field of your schema, a field that was read only for the checks, or a printed label',
    oneOf('schema', 'shadow', 'printed'),
  ),
  label: maybe('The label it is printed under; left out where none was found', text),
});

const checkEntry = {
  type: about('`HORIZONTAL_SUM` and `VERTICAL_SUM` always; other types where their rules are configured', text),
  status: oneOf('PASSED', 'FAILED', 'CANNOT_VERIFY'),
  fields: about('The fields that take part', list(string)),
  passed: about('Whether `status` is `PASSED`', flag),
  policy: maybe('Stands where the check is about what the host accepts: it holds the document, and no score falls', always(true)),
  operands: maybe('With `include=operands`: the values that the rule looked at', list(operand)),
};
const amount = orNull(Type.Number());

export const amountCheck = closed({
  ...checkEntry,
  delta: about('`expected` less `actual`; null where one is unknown', amount),
  expected: about('What the rule computes; null where it cannot', amount),
  actual: about('What the document says; null where it does not', amount),
});

export const statedCheck = closed({
  ...checkEntry,
  expected: about('What should be, as a value or in words that follow "should be"; null where nobody knows', stated),
  actual: about('What the document says; null where it does not', stated),
});

export const check = anyOfSchemas(amountCheck, statedCheck);

/** Marked as a member that may be missing, which it is wherever it stands. */
export const verification = Type.Optional(
  closed({
    status: about(
      'Any check failed: `FAILED`; all passed: `PASSED`; some unknown: `PARTIAL`; all unknown: `CANNOT_VERIFY`; no rule applies: `NO_RULES`',
      oneOf('PASSED', 'FAILED', 'PARTIAL', 'CANNOT_VERIFY', 'NO_RULES'),
    ),
    checks_passed: count,
    checks_failed: count,
    cannot_verify_count: count,
    checks_run: list(check),
  }),
);

export const error = closed({
  code: about(
    '`EXTRACTION_FAILED`: the file; `LLM_ERROR`, `PARSING_ERROR`: the provider; `TIMEOUT_ERROR`: the deadline',
    oneOf('EXTRACTION_FAILED', 'LLM_ERROR', 'PARSING_ERROR', 'TIMEOUT_ERROR'),
  ),
  message: about('What happened, for a person', text),
});

const tokens = orNull(count);
const usageCounts = {
  calls: about('Requests to providers, retries and repairs included', count),
  unmeasured_calls: about('Those of which nobody knows what they used, as where an answer broke off; in no other number here', count),
  input_tokens: about('Of all measured calls, the cached parts included; null where none was measured', tokens),
  cached_input_tokens: about('The part of the input that was read from a prompt cache; null where a provider does not say', tokens),
  cache_write_tokens: about('The part of the input that was written into a prompt cache; null where a provider does not say', tokens),
  output_tokens: about('Reasoning included; null where no call was measured', tokens),
  cost: about(
    'In units of `currency`, rounded to six decimals; null where a call is unmeasured or its model has no price',
    orNull(Type.Number({ minimum: 0 })),
  ),
};

export const modelUsage = closed({
  model: about('As the configuration names it: `openai:gpt-6-luna`', text),
  tier: oneOf('1', '2', 'witness'),
  ...usageCounts,
});

export const usage = closed({
  ...usageCounts,
  currency: maybe('The currency of the costs; left out where no prices are configured', text),
  models: about('The same for each model, in the order in which they were asked', list(modelUsage)),
});

/** An injector of the host's own makes it, so that its type promises nothing. */
export const extracted = Type.Unsafe<JsonObject>(
  about(
    'The values, with what proves them',
    Type.Object(
      { _meta: meta },
      { additionalProperties: about('The fields of your schema. What could not be read is null', Type.Unknown()) },
    ),
  ),
);

const answered = { object: extracted, metadata, verification };
const unanswered = { object: Type.Null(), metadata, verification, error };
const pages = about('Its pages by their numbers in the file', list(Type.Integer({ minimum: 1 }), { minItems: 1 }));
/** A receipt in a DSSE envelope. */
export const receipt = closed({
  payloadType: always('application/vnd.in-toto+json'),
  payload: about('A statement in base64: digests of this answer without its receipt, and of all that it was made of', text),
  signatures: about(
    'One, of Ed25519',
    list(closed({ keyid: about('SHA-256 of the public key', text), sig: about('The signature in base64', text) }), { minItems: 1 }),
  ),
});

export const schemaName = closed({ name: text, version: about('As the host counts them', text) });

/** Which schema of the host an answer follows. */
export type SchemaNameBody = BodyOf<typeof schemaName>;

const asked = {
  schema: maybe('With `schema`: the schema of the host that the values follow', schemaName),
  receipt: maybe('With `include=receipt`: what the answer was made of, signed by the service. `vouch verify` checks it', receipt),
  usage: maybe('With `include=usage`: what it took of providers', usage),
  review: maybe('Where people review answers: what needs one', review),
};

export const extractedPart = closed({ pages, ...answered });
export const notExtractedPart = closed({ pages, ...unanswered });
export const part = anyOfSchemas(extractedPart, notExtractedPart);
export const extractedDocument = closed({ ...answered, ...asked });
export const notExtractedDocument = closed({ ...unanswered, ...asked });

export const severalDocuments = closed({
  object: Type.Null(),
  metadata: about('Of all documents together', metadata),
  documents: about('In the order of the file; one that failed says so in its `error`', list(part, { minItems: 2 })),
  error: maybe('Only where every document failed: the first of their failures', error),
  ...asked,
});

export const extraction = anyOfSchemas(extractedDocument, notExtractedDocument, severalDocuments);

/** One of several documents in a file, with its pages by their numbers in the file. */
export type PartBody = BodyOf<typeof part>;
export type DocumentBody = Omit<PartBody, 'pages'>;
export type ExtractionBody = BodyOf<typeof extraction>;

/** A text with its signature. */
export type Envelope = BodyOf<typeof receipt>;
export type UsageBody = BodyOf<typeof usage>;
/** What was asked of providers. Unknown numbers are null. */
export type UsageCounts = Omit<BodyOf<typeof modelUsage>, 'model' | 'tier'>;
export type VerificationBody = BodyOf<typeof verification>;
export type CheckBody = BodyOf<typeof check>;
/** Two numbers that should agree. Unknown numbers are null. */
export type AmountCheckBody = BodyOf<typeof amountCheck>;
/** A statement of a configured rule: what was expected and seen, in words or as values. */
export type StatedCheckBody = BodyOf<typeof statedCheck>;
/** A value that a rule looked at. */
export type OperandBody = BodyOf<typeof operand>;

const schemaCandidate = closed({
  name: text,
  version: text,
  score: about('Of all, and of none of them, they add up to 1', score),
  signs: about('What speaks for it, strongest first', list(string)),
});

/** To which schema of the host a document belongs. */
export const classification = closed({
  schema: about('Null where nobody can tell', Type.Unsafe<SchemaNameBody | null>({ anyOf: [schemaName, { type: 'null' }] })),
  candidates: about('All schemas, the likeliest first', list(schemaCandidate)),
});
export type ClassificationBody = BodyOf<typeof classification>;
