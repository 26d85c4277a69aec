import { Ajv, type ErrorObject } from 'ajv';
import { ConfigError } from '../contracts/errors.js';
import type { Part } from '../contracts/extraction.js';
import type { OptionsSchema } from '../contracts/plugin.js';
import { memoizeByObject } from '../values/memoize.js';

/**
 * Checks a part's options against its plugin's schema and fills in defaults. The given object is not changed.
 * @throws ConfigError naming the plugin, the option and what is allowed.
 */
export function checkedOptions(part: Part, place: readonly (string | number)[]): Record<string, never> {
  const { plugin } = part;
  const options = structuredClone(part.options ?? {});
  const schema = plugin.options ?? noOptions;
  const check = checkOf(schema);
  if (!check(options)) {
    const error = tellingError(check.errors ?? []);
    const known = Object.keys(schema.properties);
    throw new ConfigError(`Plugin "${part.label ?? plugin.name}": ${error ? explain(error, known) : 'its options are wrong'}`, [
      ...place,
      ...(error ? optionPath(error) : []),
    ]);
  }
  return options as Record<string, never>;
}

const noOptions: OptionsSchema = { type: 'object', properties: {} };

/** Compiled once for each schema; most parts of a pipeline take no options and share one check. */
const checkOf = memoizeByObject((schema: OptionsSchema) =>
  new Ajv({ useDefaults: true, strictTypes: false, validateSchema: false, allErrors: true }).compile({
    additionalProperties: false,
    ...schema,
  }),
);

/** An option that is unknown is often one that is missing, misspelt. */
const tellingError = (errors: readonly ErrorObject[]): ErrorObject | undefined =>
  errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];

function explain(error: ErrorObject, known: readonly string[]): string {
  if (error.keyword === 'additionalProperties') {
    const allowed = known.length > 0 ? `it takes ${known.map((name) => `"${name}"`).join(', ')}` : 'it takes no options';
    return `unknown option "${error.params['additionalProperty']}"; ${allowed}`;
  }
  if (error.keyword === 'required') return `the option "${error.params['missingProperty']}" is missing`;
  const values = error.keyword === 'enum' ? `: ${error.params['allowedValues'].join(', ')}` : '';
  return `the option "${optionPath(error).join('.')}" ${error.message}${values}`;
}

function optionPath(error: ErrorObject): readonly (string | number)[] {
  const inside = error.instancePath.split('/').slice(1);
  if (error.keyword === 'additionalProperties') return [...inside, error.params['additionalProperty']];
  return inside;
}
