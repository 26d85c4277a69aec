import { engineDefaults } from '../../core/index.js';
import { anyOf } from '../wire/any-of.js';
import { classification, extraction } from '../wire/extraction.js';
import { about, flag, maybe, score, string } from '../wire/schema-parts.js';
import { type Members, Type } from '../wire/typed-schema.js';
import { inclusions } from '../wire/wire.js';
import { type ExtractionExamples, examples, scoringExamples } from './examples.js';
import { type AnswerHeader, withHeaders } from './headers.js';
import { authorization, curl, idempotencyKey, json, operations, type ServerTerms } from './operation.js';
import { type DocumentedRefusal, ofCallers, ofOrigins, ofScorings, ofUnknownSchemas, ofUploads } from './refusals.js';
import type { MediaType, OpenApiContent, OperationSchema, ResponseObject } from './types.js';

const playgroundExamples = { values: examples.values };
const corsHeaders = ['Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;
const preflightHeaders = ['Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age'] as const;

/** The page that asks at the playground. */
export const exampleOrigin = 'https://play.example.com';
const origin = {
  Origin: Type.String({ description: 'The page that asks; browsers send it by themselves', example: exampleOrigin }),
};
const noCache = {
  'Cache-Control': maybe('`no-cache` has the work done anew where the server keeps answers', string),
};

/** `/v1/extract` and `/v1/playground`. */
export function extractionOperations(terms: ServerTerms) {
  const { limits, reads, knownBy } = terms;
  const uploads = ofUploads(limits, reads.formats);
  return operations(terms, { tag: 'Extraction' })({
    extract: {
      scope: 'extract',
      summary: 'Extract structured data from a document',
      description:
        'One document and a JSON Schema in, the values of that schema out, each with its score and the words that prove it. ' +
        'An extraction that failed is a 200 with a null `object` and an `error`.' +
        (knownBy === 'host' ? ' The app that hosts this service says who may call it.' : ''),
      headers: Type.Object({ ...idempotencyKey, ...noCache }),
      body: formOf(terms, examples),
      answers: {
        200: extractionAnswer(examples, 'Server-Timing', ...ofAnExtraction, 'Idempotent-Replayed', 'X-Vouch-Cache'),
      },
      refused: { ...withHeadersToo(uploads, 'X-Vouch-Cache'), ...ofUnknownSchemas, ...ofCallers },
      sample: samples(examples, '/v1/extract', authorization(knownBy)),
    },
    score: {
      scope: 'extract',
      summary: 'Score what somebody else has read',
      description:
        'One document and the values that a vendor, a script or a person has read of it: they come back as they are, each with its score and the ' +
        'words that prove it, and their sums checked. Nothing is sent to a provider. It costs what Tier 1 costs.',
      headers: Type.Object({ ...idempotencyKey, ...noCache }),
      body: scoringForm(terms),
      answers: {
        200: extractionAnswer(scoringExamples, 'Server-Timing', ...ofAnExtraction, 'Idempotent-Replayed', 'X-Vouch-Cache'),
      },
      refused: { ...withHeadersToo(ofScorings(uploads), 'X-Vouch-Cache'), ...ofCallers },
      sample: samples(scoringExamples, '/v1/score', authorization(knownBy)),
    },
    classify: {
      scope: 'extract',
      summary: 'Say to which schema of the host a document belongs',
      description:
        'One document in, the name of the schema of this server that it belongs to out, or null where nothing says surely enough which. ' +
        'No model is asked, and it costs no credits.',
      body: {
        'multipart/form-data': { schema: Type.Object({ file: documentField({ limits, reads }) }), encoding: encodingOf(reads) },
      },
      answers: {
        200: json('The schema, and how well each of them suits the document', classification, {
          example: {
            schema: { name: 'invoice', version: '1' },
            candidates: [{ name: 'invoice', version: '1', score: 0.98, signs: ['titled "Invoice" on page 1'] }],
          },
          headers: ['Server-Timing', 'Ignored-Fields'],
        }),
      },
      refused: { ...uploads, ...ofCallers },
      sample: { path: '/v1/classify', fields: { file: '@invoice.pdf' } },
    },
    playground: {
      summary: 'Try an extraction without a key',
      description: `From its own page and pages of allowed origins only, for ${limits.playgroundCredits} credits a UTC day and address. Everything else is as in \`/v1/extract\`, or with \`data\` as in \`/v1/score\`.`,
      headers: Type.Object(origin),
      body: formOf(terms, playgroundExamples, dataFields(limits)),
      answers: { 200: extractionAnswer(playgroundExamples, 'Server-Timing', ...ofAnExtraction, ...corsHeaders) },
      refused: { ...uploads, ...ofOrigins(limits) },
      refusedHeaders: ['Server-Timing', ...corsHeaders],
      sample: samples(playgroundExamples, '/v1/playground', [`Origin: ${exampleOrigin}`]),
    },
    playgroundPreflight: {
      summary: 'Whether a page may send a form',
      description: 'Browsers ask this by themselves.',
      headers: Type.Object(origin),
      answers: { 204: { description: 'It may', headers: withHeaders(...corsHeaders, ...preflightHeaders) } },
      refused: { 403: ofOrigins(limits)[403] },
      refusedHeaders: ['Vary'],
      sample: { path: '/v1/playground', label: 'curl', method: 'OPTIONS', headers: [`Origin: ${exampleOrigin}`] },
    },
  });
}

const ofAnExtraction = ['X-Error-Code', 'Fallback-Fields', 'Ignored-Fields'] as const;

const withHeadersToo = (refused: Readonly<Record<number, DocumentedRefusal>>, ...more: readonly AnswerHeader[]) =>
  Object.fromEntries(Object.entries(refused).map(([status, one]) => [status, { ...one, headers: [...(one.headers ?? []), ...more] }]));

const extractionAnswer = (shown: ExtractionExamples, ...headers: readonly AnswerHeader[]): ResponseObject => ({
  description: 'An extraction, or the reason why there is none',
  headers: withHeaders(...headers),
  content: {
    'application/json': {
      schema: extraction,
      examples: Object.fromEntries(
        Object.entries(shown).flatMap(([name, { summary, answer }]) => (answer ? [[name, { summary, value: answer }]] : [])),
      ),
    },
  },
});

export const samples = (shown: ExtractionExamples, path: string, headers: readonly string[]): OperationSchema['x-codeSamples'] =>
  Object.values(shown).map(({ summary, before, file, fields }) => {
    const source = curl({ path, headers, fields: { file: `@${file}`, ...fields } });
    return { lang: 'Shell', label: summary, source: before ? `${before}\n${source}` : source };
  });

/** The form of an extraction, with its fields in any order and further ones. Unknown fields are ignored. */
export const formOf = (terms: ServerTerms, shown: ExtractionExamples, further = {}): OpenApiContent =>
  formWith(terms, shown, { ...wishes(terms.limits), ...further });

const formWith = (
  { limits, reads }: Pick<ServerTerms, 'limits' | 'reads'>,
  shown: ExtractionExamples,
  fields: Members,
): OpenApiContent => ({
  'multipart/form-data': {
    schema: Type.Object({ file: documentField({ limits, reads }), ...fields }),
    encoding: encodingOf(reads),
    examples: Object.fromEntries(
      Object.entries(shown).map(([name, { summary, file, fields }]) => [name, { summary, value: { file, ...fields } }]),
    ),
  },
});

/** The form of a scoring: the schema may be left out. */
function scoringForm(terms: ServerTerms): OpenApiContent {
  const { output_schema, ...others } = wishes(terms.limits);
  return formWith(terms, scoringExamples, {
    ...dataFields(terms.limits),
    data: about(dataField(terms.limits), string),
    output_schema: maybe('The JSON Schema that the data follow, as text. When left out it follows from their names and values', string),
    ...others,
  });
}

/** The fields that bring what somebody else has read. */
export const dataFields = (limits: ServerTerms['limits']) => ({
  data: maybe(dataField(limits), string),
  quotes: maybe(
    'The words that prove a value, by its path: `{"$.total": "Total 119.00"}`. Where none are sent the value is looked for by itself',
    string,
  ),
  pages: maybe('The page of a value, from 1, by its path: `{"$.total": 2}`', string),
  reader: maybe(
    'Who has read them. A calibration table of this name weighs them; without one they count as those of a large model',
    string,
  ),
});

const dataField = ({ dataBytes }: ServerTerms['limits']): string =>
  `What was read, a JSON object as text, at most ${dataBytes.toLocaleString('en')} bytes: amounts as numbers, days as \`2026-03-31\`, null for what is not there; or the answer of a known extractor as it is, such as that of Amazon Textract (the guide lists them)`;

export const encodingOf = ({ mediaTypes }: ServerTerms['reads']): NonNullable<MediaType['encoding']> => ({
  file: { contentType: mediaTypes.join(', ') },
});

export const documentField = ({ limits: { fileBytes }, reads }: Pick<ServerTerms, 'limits' | 'reads'>) =>
  Type.String({
    format: 'binary',
    description: `A ${anyOf(reads.formats)}, told by its content, of at most ${fileBytes.toLocaleString('en')} bytes`,
  });

const unlessAsked = { ...flag, default: false };

const wishes = ({ fieldBytes }: ServerTerms['limits']) => ({
  schema: maybe(
    'In place of `output_schema`: a schema of this server by its name, or `invoice/2` with its version; or `auto`, the one that the document belongs to, which `data` cannot be sent with',
    string,
  ),
  output_schema: maybe(
    `Required without \`schema\`: a JSON Schema as text, at most ${fieldBytes.toLocaleString('en')} bytes: \`type: object\` with \`properties\`. ` +
      'Fields in `required` decide whether Tier 2 is asked; a `description` guides the reader; `_meta` must not be there',
    string,
  ),
  confidence_threshold: maybe('How sure each required field must be for Tier 1 to be enough', {
    ...score,
    default: engineDefaults.threshold,
  }),
  enable_verification: maybe('Whether the answer has `verification`', unlessAsked),
  review: maybe('Whether the answer is kept for people, and says what they should look at; not at the playground', unlessAsked),
  include: maybe(
    '`boxes`: entries of `field_confidence` say where on the page their text stands. `evidence`: they say what was found about the value, ' +
      'and what it weighs. `candidates`: they say what other readers found in its place. `operands`: checks say what they rest on. `usage`: the answer says what it took of providers. `receipt`: it is signed. Several with commas',
    Type.Unsafe<string>({ enum: combinations(inclusions) }),
  ),
});

/** Every choice of words as it is written with commas, in their order. */
const combinations = ([first, ...rest]: readonly string[]): readonly string[] =>
  first === undefined ? [] : [first, ...combinations(rest).flatMap((some) => [some, `${first},${some}`])];
