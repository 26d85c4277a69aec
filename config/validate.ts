import { isIP } from 'node:net';
import { Ajv, type ErrorObject } from 'ajv';
import { type ConfigError, nearest, once } from '../core/index.js';
import type { ConfigPath } from './config.js';
import { withoutPassword } from './redact.js';
import { allowedAt, configSchema, keyOf, knownKeys } from './schema.js';
import { type Setting, settings } from './settings.js';
import type { Source } from './source.js';

/** Our own schemas are not checked against the meta-schema, because that takes a tenth of the time of a start. */
const ajv = new Ajv({
  allowUnionTypes: true,
  formats: { origin: isOrigin, cidr: isCidr },
  verbose: true,
  allErrors: true,
  validateSchema: false,
});
/** Compiled when there is a file: that takes as long as all the rest of reading a configuration. */
const configCheck = once(() => ajv.compile(configSchema));

/** Checks the data of a file, with its variables filled in, against the schema of a configuration: every mistake, each with its place. */
export function mistakesIn(data: unknown, source: Source): readonly ConfigError[] {
  const validConfig = configCheck();
  if (validConfig(data)) return [];
  const errors = (validConfig.errors ?? []).map((problem) => validationError(problem, source));
  // Each of several forms that a value could have fails by itself, with the same words.
  return [...new Map(errors.map((error) => [error.message, error])).values()];
}

export const fitsSetting = (setting: Setting, value: unknown): boolean => ajv.validate(setting.schema, value);

function validationError(problem: ErrorObject, source: Source): ConfigError {
  const place = placeOf(problem.instancePath, source.data);
  if (problem.keyword === 'additionalProperties') return unknownKey(problem, place, source);
  // One of several forms lacks a key; the message below names the forms.
  const isForm = problem.schemaPath.includes('/anyOf/');
  if (problem.keyword === 'required' && !isForm) return missingKey([...place, String(problem.params['missingProperty'])], source);
  const isSecret = settings.some((setting) => setting.secret && setting.key === keyOf(place));
  const given = isSecret ? 'what is given' : describeValue(problem.data);
  const inList = typeof place.at(-1) === 'number';
  const message = inList
    ? `${given} does not belong here: ${keyOf(place)} must be ${allowedAt(place)}.`
    : `must be ${allowedAt(place)}, not ${given}.`;
  return source.error(message, place, { of: 'value' });
}

function unknownKey({ params, parentSchema }: ErrorObject, place: ConfigPath, source: Source): ConfigError {
  const key = String(params['additionalProperty']);
  const names = Object.keys(parentSchema?.['properties'] ?? {}).filter((name) => name !== '$schema');
  const meant = nearest(key, names) ?? keyElsewhere(key);
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return source.error(`unknown key.${guess} There are ${names.join(', ')}.`, [...place, key]);
}

const missingKey = (place: ConfigPath, source: Source): ConfigError => source.error(`is missing: it must be ${allowedAt(place)}.`, place);

/** A key that belongs in another map: `port` at the top means `server.port`. */
function keyElsewhere(key: string): string | undefined {
  const lastStep = (known: string): string => known.split('.').at(-1) ?? known;
  const meant = nearest(key, knownKeys.map(lastStep));
  return knownKeys.find((known) => lastStep(known) === meant);
}

/** Turns the JSON Pointer '/tiers/0' into ['tiers', 0], with a number where the data has a list. */
function placeOf(pointer: string, data: unknown): ConfigPath {
  let node = data;
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const index = Array.isArray(node) ? Number(step) : step;
      node = typeof node === 'object' && node !== null ? Reflect.get(node, index) : undefined;
      return index;
    });
}

/** Repeats scalars only, because a map may hold a secret. */
function describeValue(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'string') return JSON.stringify(withoutPassword(value)).slice(0, 80);
  return typeof value === 'object' ? 'a map' : (JSON.stringify(value) ?? `a ${typeof value}`).slice(0, 80);
}

/** Whether a text is an exact origin as browsers send it: scheme, host, and a port unless it is the scheme's default. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && text !== 'null';
}

/** Whether a text is a block of addresses (`10.1.2.0/28`, `2001:db8::/32`) or one address. */
function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
