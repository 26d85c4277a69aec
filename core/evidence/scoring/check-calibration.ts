import { Ajv, type ErrorObject } from 'ajv';
import type { CalibrationTable } from '../../contracts/cap.js';
import { type CapName, documentFamilies, fieldFamilies } from '../../contracts/cap.js';
import { ConfigError } from '../../contracts/errors.js';
import { ceilingOf, entriesOf, ladders, type Stratum, worthIn } from './calibration.js';
import { startValues } from './caps.js';

/**
 * Refuses tables that would score better evidence lower, raise what must be read again, or have impossible counts.
 * @throws ConfigError naming the table, the entry and what would help.
 */
export function checkCalibrations(tables: readonly CalibrationTable[]): void {
  const seen = new Set<string>();
  for (const [index, table] of tables.entries()) {
    const problem = inShape(table) ?? inEntries(table) ?? inOrder(table) ?? twice([table.model, ...(table.alike ?? [])], seen);
    if (problem !== undefined)
      throw new ConfigError(`calibration of "${table?.model ?? 'unknown'}": ${problem}. ${help}`, ['calibrations', index]);
  }
}

const help = 'Make the table anew with npm run calibrate, or leave it out to count with the start values';

function inShape(table: unknown): string | undefined {
  if (isTable(table)) return undefined;
  const [error] = isTable.errors ?? [];
  return error ? shown(error) : 'it is no table';
}

function shown({ instancePath, keyword, message, params, data }: ErrorObject): string {
  const place =
    instancePath
      .slice(1)
      .replace(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.') || 'the table';
  const allowed = keyword === 'enum' ? `: ${params['allowedValues'].join(', ')}` : '';
  const given = typeof data === 'object' ? '' : `, not ${JSON.stringify(data)}`;
  return `${place} ${message}${allowed}${given}`;
}

/** Finds entries that occur twice, have impossible counts, or exceed their ceiling. */
function inEntries(table: CalibrationTable): string | undefined {
  const known = new Set<string>();
  for (const { family, field, cap, n, correct, value } of entriesOf(table)) {
    const entry = `${cap} of ${field} in ${family} documents`;
    if (known.has(entry)) return `${entry} stands there twice`;
    if (correct > n) return `${entry} has ${correct} right of ${n}`;
    if (value > ceilingOf(cap)) return `${entry} is ${value}, but ${cap} may count ${ceilingOf(cap)} at most`;
    known.add(entry);
  }
  return undefined;
}

/** Finds a stronger cap with a lower value than a weaker one; caps with equal start values have no order. */
function inOrder(table: CalibrationTable): string | undefined {
  const worth = worthIn(table);
  const strata = new Map(entriesOf(table).map(({ family, field }): [string, Stratum] => [`${family} ${field}`, { family, field }]));
  const steps = ladders.flatMap((ladder) =>
    ladder.flatMap((stronger) =>
      ladder.filter((name) => startValues[name] < startValues[stronger]).map((weaker) => ({ stronger, weaker })),
    ),
  );
  for (const stratum of strata.values()) {
    const at = (name: CapName): number => worth(name, stratum);
    const broken = steps.find(({ stronger, weaker }) => at(stronger) < at(weaker));
    if (!broken) continue;
    const { stronger, weaker } = broken;
    const values = `${stronger} counts ${at(stronger)}, less than the weaker ${weaker} with ${at(weaker)}`;
    return `${stratum.field} in ${stratum.family} documents is not monotone: ${values}`;
  }
  return undefined;
}

function twice(labels: readonly string[], seen: Set<string>): string | undefined {
  const double = labels.find((label) => seen.has(label));
  for (const label of labels) seen.add(label);
  return double === undefined ? undefined : `there are two tables for "${double}"`;
}

const count = { type: 'integer', minimum: 0 };
const share = { type: 'number', minimum: 0, maximum: 1 };
const text = { type: 'string', minLength: 1 };
const closed = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const learned = { family: { enum: documentFamilies }, field: { enum: fieldFamilies }, n: count, correct: count, value: share };
const words = ['certain', 'likely', 'unsure', 'guess'];
/** Our own schema is not validated against the meta-schema, because that takes a tenth of the start time. */
const isTable = new Ajv({ verbose: true, validateSchema: false }).compile<CalibrationTable>(
  closed(
    {
      model: text,
      alike: { type: 'array', items: text },
      date: text,
      corpus: text,
      n: count,
      split: closed({ by: { const: 'group' }, groups: count, folds: count, seed: count }),
      ece: closed({ before: share, after: share }),
      caps: { type: 'array', items: closed({ ...learned, cap: { enum: ladders.flat() } }) },
      words: { type: 'array', items: closed({ ...learned, word: { enum: words } }) },
    },
    ['alike'],
  ),
);
