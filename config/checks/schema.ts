import { settings, settingsUnder } from '../settings/settings.js';
import type { ConfigPath } from './config-path.js';

type ConfigJsonSchema = Readonly<Record<string, unknown>>;

const part: ConfigJsonSchema = {
  description: 'name, name:argument, or { use: name, ...options }',
  type: ['string', 'object'],
  minLength: 1,
  anyOf: [{ required: ['use'] }, { required: ['kind', 'name', 'create'] }],
};
const parts = (description: string, more: ConfigJsonSchema = {}): ConfigJsonSchema => ({
  description,
  type: 'array',
  items: part,
  ...more,
});
const closed = (description: string, properties: ConfigJsonSchema): ConfigJsonSchema & { readonly properties: ConfigJsonSchema } => ({
  description,
  type: 'object',
  properties,
  additionalProperties: false,
});
const credit: ConfigJsonSchema = { type: 'integer', minimum: 0 };
const pause: ConfigJsonSchema = { type: 'integer', minimum: 1, maximum: 86_400_000 };

/** JSON Schema of a configuration file, for validation here and for editors. */
export const configSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Vouch configuration',
  ...closed('What is not said here stays as shipped.', {
    $schema: { type: 'string' },
    converters: parts('Who reads a file into pages; the first that accepts it does.', { minItems: 1 }),
    recognizers: parts('Who reads pages that are pictures; the second looks at them again where the second tier is asked.', {
      maxItems: 2,
    }),
    tiers: parts('Who extracts; the second reads again what the first is not sure of.', { minItems: 1, maxItems: 2 }),
    witnesses: parts('Who reads beside the tiers, only to corroborate.'),
    calibrations: {
      description: "What a model's scores have proved to be worth; a model without a table counts as nobody has measured it.",
      type: 'array',
      items: { type: 'string', minLength: 1 },
    },
    gate: part,
    rules: parts('The arithmetic that is checked.'),
    injector: part,
    credits: closed('Credits a page, and those that the second tier adds.', { page: credit, fallback_page: credit }),
    outages: closed('When a model that keeps failing is left alone, and how many calls may be made again.', {
      failures: { type: 'integer', minimum: 1 },
      pause_ms: pause,
      longest_pause_ms: pause,
      retry_share: { type: 'number', minimum: 0, maximum: 1 },
      retries_a_minute: { type: 'number', minimum: 0 },
    }),
    ...settingSchemas(''),
    server: closed('The doors.', settingSchemas('server.')),
  }),
} as const;

function settingSchemas(prefix: '' | 'server.'): ConfigJsonSchema {
  return Object.fromEntries(settingsUnder(prefix).map(([key, { schema, meaning }]) => [key, { ...schema, description: meaning }]));
}

const aPart = '`name`, `name:argument` or `{ use: name, …options }`';
const allowed: Readonly<Record<string, string>> = {
  '': 'a map of settings',
  $schema: 'the address of a JSON Schema',
  converters: `a list of at least one part, each ${aPart}`,
  recognizers: `a list of no, one or two OCR engines, each ${aPart}`,
  tiers: `a list of one or two models, each ${aPart}`,
  witnesses: `a list of models, each ${aPart}`,
  calibrations: 'a list of tables, each the name of a shipped one or the path of a file',
  gate: `one part: ${aPart}`,
  rules: `a list of rules, each ${aPart}`,
  injector: `one part: ${aPart}`,
  credits: 'a map with `page` and `fallback_page`',
  'credits.page': 'an integer of at least 0',
  'credits.fallback_page': 'an integer of at least 0',
  outages: 'a map with `failures`, `pause_ms`, `longest_pause_ms`, `retry_share` and `retries_a_minute`',
  'outages.failures': 'an integer of at least 1',
  'outages.pause_ms': 'a whole number of milliseconds from 1 to 86400000',
  'outages.longest_pause_ms': 'a whole number of milliseconds from 1 to 86400000',
  'outages.retry_share': 'a number from 0 to 1',
  'outages.retries_a_minute': 'a number of at least 0',
  server: 'a map of server settings',
  ...Object.fromEntries(settings.map((setting) => [setting.key ?? '', setting.allowed]).filter(([key]) => key !== '')),
};

/** Completes "it must be …" for a place; the text of the nearest key around it where it has none of its own. */
export const allowedAt = (place: ConfigPath): string =>
  allowed[place.filter((step) => typeof step === 'string').join('.')] ?? (place.length > 0 ? allowedAt(place.slice(0, -1)) : aPart);

/** The keys that a map of the configuration may have, dotted: 'tiers', 'server.port'. */
export const knownKeys: readonly string[] = Object.keys(allowed).filter((key) => key !== '' && key !== '$schema');
