import { isPlugin } from '../plugins/plugin.js';
import { type ConfigPath, pathText } from './config-path.js';

/** What to hide besides what is always hidden. */
export interface Redaction {
  /** Places whose text held a variable, with what is written there. */
  readonly variableTexts: ReadonlyMap<string, string>;
  /** Hide all that came out of a variable, secret or not: then the print can be shown to a stranger. */
  readonly all: boolean;
}

const hidden = '[redacted]';

/** A configuration as plain data without its secrets: keys, options that sound like one, what a `${file:…}` held, passwords in addresses. */
export function redact(config: unknown, redaction: Redaction): unknown {
  const walk = (value: unknown, place: ConfigPath): unknown => {
    if (isPlugin(value)) return value.name;
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...place, index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...place, key])]));
    }
    if (isBareVariable(value)) return value;
    if (isSecret(place) || fromVariable(place, redaction)) return value === '' ? '' : hidden;
    return typeof value === 'string' ? withoutPassword(value) : value;
  };
  return walk(config, []);
}

/** The names under which secrets travel. */
const isSecret = (place: ConfigPath): boolean =>
  place.some(
    (step) => typeof step === 'string' && /^keys$|key$|token|secret|password|passphrase|authorization|cookie|credential/i.test(step),
  );

/** The name of a secret is none. A default behind the name may be. */
const isBareVariable = (value: unknown): boolean => typeof value === 'string' && /^\$\{(file:[^}]+|\w+)\}$/.test(value);

function fromVariable(place: ConfigPath, { variableTexts, all }: Redaction): boolean {
  const text = variableTexts.get(pathText(place));
  return text !== undefined && (all || text.includes('${file:'));
}

/** Up to the last `@`, since a password that was not encoded may hold any character; and where a database takes it as a parameter. */
export const withoutPassword = (text: string): string =>
  text.replace(/^([a-z][a-z0-9+.-]*:\/\/).+@/is, `$1${hidden}@`).replace(/([?&]\w*password=)[^&]*/gi, `$1${hidden}`);
