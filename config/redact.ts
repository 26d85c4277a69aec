import { type ConfigPath, pathText } from './config.js';
import { isPlugin } from './load-plugin.js';

/** What is hidden besides the secrets. */
export interface Redaction {
  /** The original texts that held a variable, by their place. */
  readonly variableTexts: ReadonlyMap<string, string>;
  /** Whether every value that came from a variable is hidden, secret or not, so that the output can be shown to strangers. */
  readonly all: boolean;
}

const hidden = '[redacted]';

/** A configuration as plain data in which secrets are hidden: keys, options named like one, contents of `${file:…}`, passwords in addresses. */
export function redact(config: unknown, redaction: Redaction): unknown {
  const walk = (value: unknown, place: ConfigPath): unknown => {
    if (isPlugin(value)) return value.name;
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...place, index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...place, key])]));
    }
    if (isBareVariable(value)) return value;
    if ((isSecret(place) && !isCount(place, value)) || fromVariable(place, redaction)) return value === '' ? '' : hidden;
    return typeof value === 'string' ? withoutPassword(value) : value;
  };
  return walk(config, []);
}

const isSecret = (place: ConfigPath): boolean =>
  place.some(
    (step) =>
      typeof step === 'string' && /^keys$|^headers$|key$|token|secret|password|passphrase|authorization|cookie|credential/i.test(step),
  );

/** `max_output_tokens: 4000` counts tokens, and prices are what they are, whatever their models are called. A text is never a count. */
const isCount = (place: ConfigPath, value: unknown): boolean =>
  typeof value === 'number' &&
  (place[0] === 'prices' || (/(?:^|_)tokens(?:_|$)/i.test(String(place.at(-1))) && !isSecret(place.slice(0, -1))));

/** The bare name of a variable is no secret. A default after the name may be one. */
const isBareVariable = (value: unknown): boolean => typeof value === 'string' && /^\$\{(file:[^}]+|\w+)\}$/.test(value);

function fromVariable(place: ConfigPath, { variableTexts, all }: Redaction): boolean {
  const text = variableTexts.get(pathText(place));
  return text !== undefined && (all || text.includes('${file:'));
}

/** Hides all up to the last `@`, because a password that is not encoded may hold any character, and `password` parameters of the query. */
export const withoutPassword = (text: string): string =>
  text.replace(/^([a-z][a-z0-9+.-]*:\/\/).+@/is, `$1${hidden}@`).replace(/([?&]\w*password=)[^&]*/gi, `$1${hidden}`);
