import type { ConfigPath } from './config.js';
import { settings, settingsUnder } from './settings.js';

type ConfigJsonSchema = Readonly<Record<string, unknown>>;

/** A key of the file outside the settings table: its schema, and the text that completes "it must be …". */
interface FileKey {
  readonly schema: ConfigJsonSchema;
  readonly allowed: string;
  /** The keys of a map. */
  readonly keys?: Readonly<Record<string, FileKey>>;
  /** What each value of a map is whose keys are the user's own. */
  readonly each?: FileKey;
}

const part: ConfigJsonSchema = {
  description: 'name, name:argument, or { use: name, ...options }',
  type: ['string', 'object'],
  minLength: 1,
  anyOf: [{ required: ['use'] }, { required: ['kind', 'name', 'create'] }],
};
const aPart = '`name`, `name:argument` or `{ use: name, …options }`';
const onePart: FileKey = { schema: part, allowed: `one part: ${aPart}` };

const parts = (description: string, allowed: string, limits: ConfigJsonSchema = {}): FileKey => ({
  schema: { description, type: 'array', items: part, ...limits },
  allowed: `${allowed}, each ${aPart}`,
});

function mapOf(description: string, allowed: string, keys: Readonly<Record<string, FileKey>>): FileKey {
  return { schema: closedObject(description, schemasOf(keys)), allowed, keys };
}

/** A map of which some keys must be there. */
const requiring = (required: readonly string[], { schema, ...rest }: FileKey): FileKey => ({ ...rest, schema: { ...schema, required } });

const eachOf = (description: string, allowed: string, each: FileKey): FileKey => ({
  schema: { description, type: 'object', additionalProperties: each.schema },
  allowed,
  each,
});

const schemasOf = (keys: Readonly<Record<string, FileKey>>): ConfigJsonSchema =>
  Object.fromEntries(Object.entries(keys).map(([key, { schema }]) => [key, schema]));

const closedObject = (description: string, properties: ConfigJsonSchema) =>
  ({ description, type: 'object', properties, additionalProperties: false }) as const;

const price: FileKey = {
  schema: { type: 'number', minimum: 0 },
  allowed: 'a price per million tokens, a number of at least 0',
};
const modelPrices = mapOf(
  'What a provider asks for a million tokens; what is left out costs as much as other input.',
  'a map with `input` and `output`, and where they differ from input `cached_input` and `cache_write`',
  { input: price, output: price, cached_input: price, cache_write: price },
);

const creditCount: FileKey = { schema: { type: 'integer', minimum: 0 }, allowed: 'an integer of at least 0' };
const share: FileKey = { schema: { type: 'number', minimum: 0, maximum: 1 }, allowed: 'a number from 0 to 1' };
const pause: FileKey = {
  schema: { type: 'integer', minimum: 1, maximum: 86_400_000 },
  allowed: 'a whole number of milliseconds from 1 to 86400000',
};

const pipelineKeys: Readonly<Record<string, FileKey>> = {
  $schema: { schema: { type: 'string' }, allowed: 'the address of a JSON Schema' },
  converters: parts('Who reads a file into pages; the first that accepts it does.', 'a list of at least one part', { minItems: 1 }),
  recognizers: parts(
    'Who reads pages that are pictures; the second looks at them again where the second tier is asked.',
    'a list of no, one or two OCR engines',
    { maxItems: 2 },
  ),
  splitter: onePart,
  tiers: parts('Who extracts; the second reads again what the first is not sure of.', 'a list of one or two models', {
    minItems: 1,
    maxItems: 2,
  }),
  witnesses: parts('Who reads beside the tiers, only to corroborate.', 'a list of models'),
  calibrations: {
    schema: {
      description: "What a model's scores have proved to be worth; a model without a table counts as nobody has measured it.",
      type: 'array',
      items: { type: 'string', minLength: 1 },
    },
    allowed: 'a list of tables, each the name of a shipped one or the path of a file',
  },
  allowance: {
    schema: {
      description: "The share of a model's values that may be wrong in ways nobody has measured; that of its table where it is left out.",
      type: 'number',
      minimum: 0,
      maximum: 0.9,
    },
    allowed: 'a number from 0 to 0.9',
  },
  gate: onePart,
  rules: parts('The arithmetic that is checked.', 'a list of rules'),
  injector: onePart,
  schemas: eachOf('Schemas that requests may name, and among which documents are classified.', 'a map from names to schemas', {
    schema: {
      type: ['string', 'object'],
      properties: {
        schema: { type: 'string', minLength: 1 },
        version: { type: ['string', 'integer'], pattern: '^[\\w.-]{1,32}$' },
        words: { type: 'array', items: { type: 'string', minLength: 3 } },
      },
      additionalProperties: false,
    },
    allowed:
      'the path of a JSON Schema, the name of a shipped one, or a map with `schema`, `version` (letters, digits, `.` and `-`) and `words` (texts of 3 letters or more)',
  }),
  credits: mapOf('Credits a page, and those that the second tier adds.', 'a map with `page` and `fallback_page`', {
    page: creditCount,
    fallback_page: creditCount,
  }),
  prices: requiring(
    ['currency'],
    mapOf('What providers ask for tokens; without it no cost is known.', 'a map with `currency` and `models`', {
      currency: {
        schema: { type: 'string', pattern: '^[A-Z][A-Za-z]{0,9}$' },
        allowed: 'a word such as `USD` or `EUR`',
      },
      models: eachOf(
        'Prices by the label of a model.',
        'a map from the label of a model, such as `openai:gpt-6-luna`, to its prices',
        requiring(['input', 'output'], modelPrices),
      ),
    }),
  ),
  review_policy: mapOf(
    'Which answers of jobs people look at; where it is left out, only those that are asked for with `review`.',
    'a map with `threshold`, `thresholds`, `amount_above`, `new_sellers`, `sample` and `risk`',
    {
      threshold: share,
      thresholds: eachOf(
        'The score that single fields need.',
        'a map from a field, such as `total` or `line_items[].amount`, to a score',
        share,
      ),
      amount_above: { schema: { type: 'number', minimum: 0 }, allowed: 'an amount in major units, a number of at least 0' },
      new_sellers: { schema: { type: 'boolean' }, allowed: '`true` or `false`' },
      sample: share,
      risk: requiring(
        ['silent_errors'],
        mapOf(
          'A share of silent errors that is promised: thresholds follow from verdicts, and until there are enough of them everything is held.',
          'a map with `silent_errors` and `hold_on_drift`',
          {
            silent_errors: { schema: { type: 'number', exclusiveMinimum: 0, maximum: 0.5 }, allowed: 'a share over 0, such as 0.005' },
            hold_on_drift: { schema: { type: 'boolean' }, allowed: '`true` or `false`' },
          },
        ),
      ),
    },
  ),
  outages: mapOf(
    'When a model that keeps failing is left alone, and how many calls may be made again.',
    'a map with `failures`, `pause_ms`, `longest_pause_ms`, `retry_share` and `retries_a_minute`',
    {
      failures: { schema: { type: 'integer', minimum: 1 }, allowed: 'an integer of at least 1' },
      pause_ms: pause,
      longest_pause_ms: pause,
      retry_share: { schema: { type: 'number', minimum: 0, maximum: 1 }, allowed: 'a number from 0 to 1' },
      retries_a_minute: { schema: { type: 'number', minimum: 0 }, allowed: 'a number of at least 0' },
    },
  ),
};

const settingSchemas = (prefix: '' | 'server.'): ConfigJsonSchema =>
  Object.fromEntries(settingsUnder(prefix).map(([key, { schema, meaning }]) => [key, { ...schema, description: meaning }]));

/** JSON Schema of a configuration file, for validation here and for editors. */
export const configSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Vouch configuration',
  ...closedObject('What is not said here stays as shipped.', {
    ...schemasOf(pipelineKeys),
    ...settingSchemas(''),
    server: closedObject('The doors.', settingSchemas('server.')),
  }),
} as const;

/** What is allowed at each dotted key: 'tiers', 'server.port'. */
const allowed: ReadonlyMap<string, string> = new Map([
  ...Object.entries(pipelineKeys).flatMap(([key, fileKey]) => allowedIn(key, fileKey)),
  ['server', 'a map of server settings'],
  ...settings.flatMap(({ key, allowed }) => (key === null ? [] : [[key, allowed] as const])),
]);

/** What is allowed at a key and below it; a key of the user's own is written `*`. */
function allowedIn(key: string, { allowed, keys = {}, each }: FileKey): readonly (readonly [string, string])[] {
  const inner = Object.entries(each ? { '*': each } : keys);
  return [[key, allowed], ...inner.flatMap(([name, below]) => allowedIn(`${key}.${name}`, below))];
}

/** Completes "it must be …" for a place; a place without a text of its own takes that of the nearest key around it. */
export const allowedAt = (place: ConfigPath): string =>
  allowed.get(keyOf(place)) ?? (place.length > 0 ? allowedAt(place.slice(0, -1)) : 'a map of settings');

/** The dotted key of a place, without the numbers of its lists and the user's own keys: 'tiers' for ['tiers', 0]. */
export const keyOf = (place: ConfigPath): string =>
  place
    .filter((step) => typeof step === 'string')
    .reduce((key, step) => {
      const dotted = key === '' ? step : `${key}.${step}`;
      return !allowed.has(dotted) && allowed.has(`${key}.*`) ? `${key}.*` : dotted;
    }, '');

/** All keys that a configuration may have, dotted. */
export const knownKeys: readonly string[] = [...allowed.keys()].filter((key) => key !== '$schema' && !key.endsWith('.*'));
