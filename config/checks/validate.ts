import { Ajv, type ErrorObject } from 'ajv';
import { type Setting, settings } from '../settings/settings.js';
import type { Source } from '../sources/source.js';
import type { ConfigPath } from './config-path.js';
import { isCidr, isOrigin } from './formats.js';
import { nearest } from './nearest.js';
import { withoutPassword } from './redact.js';
import { allowedAt, configSchema, knownKeys } from './schema.js';

/** Our own schemas need no check against the schema of schemas: that alone takes a tenth of the start. */
const ajv = new Ajv({ allowUnionTypes: true, formats: { origin: isOrigin, cidr: isCidr }, verbose: true, validateSchema: false });
const validConfig = ajv.compile(configSchema);

/**
 * Checks what a file says against the schema of a configuration; `data` is the file's data with its variables filled in.
 * @throws ConfigError for the first thing that is wrong, with its place.
 */
export function validate(data: unknown, source: Source): void {
  if (validConfig(data)) return;
  const [problem] = validConfig.errors ?? [];
  if (problem) throw validationError(problem, source);
}

/** Whether a value may stand for a setting. */
export const fitsSetting = (setting: Setting, value: unknown): boolean => ajv.validate(setting.schema, value);

function validationError(problem: ErrorObject, source: Source): Error {
  const place = placeOf(problem.instancePath, source.data);
  if (problem.keyword === 'additionalProperties') return unknownKey(place, String(problem.params['additionalProperty']), source);
  const secret = settings.some((setting) => setting.secret && setting.key === keyOf(place));
  const given = secret ? 'what is given' : describeValue(problem.data);
  const inList = typeof place.at(-1) === 'number';
  const message = inList
    ? `${given} does not belong here: ${keyOf(place)} must be ${allowedAt(place)}.`
    : `must be ${allowedAt(place)}, not ${given}.`;
  return source.error(message, place, { of: 'value' });
}

const keyOf = (place: ConfigPath): string => place.filter((step) => typeof step === 'string').join('.');

function unknownKey(place: ConfigPath, key: string, source: Source): Error {
  const prefix = place.length > 0 ? `${keyOf(place)}.` : '';
  const here = knownKeys.filter((known) => known.startsWith(prefix)).map((known) => known.slice(prefix.length));
  const names = here.filter((name) => !name.includes('.'));
  const meant = nearest(key, names) ?? keyElsewhere(key);
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return source.error(`unknown key.${guess} There are ${names.join(', ')}.`, [...place, key]);
}

/** `port` at the top is meant for `server.port`. */
function keyElsewhere(key: string): string | undefined {
  const lastStep = (known: string): string => known.split('.').at(-1) ?? known;
  const meant = nearest(key, knownKeys.map(lastStep));
  return knownKeys.find((known) => lastStep(known) === meant);
}

/** '/tiers/0' → ['tiers', 0]: numbers where the data has a list. */
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

/** Only a scalar is repeated: a map may hold a key. */
function describeValue(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'string') return JSON.stringify(withoutPassword(value)).slice(0, 80);
  return typeof value === 'object' ? 'a map' : (JSON.stringify(value) ?? `a ${typeof value}`).slice(0, 80);
}
