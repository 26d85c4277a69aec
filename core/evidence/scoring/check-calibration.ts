import { Ajv, type ErrorObject } from 'ajv';
import type { CalibrationTable } from '../../contracts/cap.js';
import { type CapName, documentFamilies, fieldFamilies, readerKinds } from '../../contracts/cap.js';
import { ConfigError } from '../../contracts/errors.js';
import { findingStrengths, ladders, leaning, weighedNames } from './caps.js';
import { recordIn } from './weigh.js';

/**
 * Refuses tables in which better evidence weighs less, evidence against a value speaks for it, or counts are impossible.
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

const help = 'Make the table anew with vouch calibrate, or leave it out to count with the weights of its kind';

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

/** Finds entries that occur twice, have impossible counts, or turn a finding into its opposite. */
function inEntries({ priors, weights }: CalibrationTable): string | undefined {
  const known = new Set<string>();
  for (const { n, correct, ...entry } of [...priors.map((prior) => ({ ...prior, cap: undefined })), ...weights]) {
    const name = [
      entry.cap ?? 'the prior',
      ...(entry.field ? [`of ${entry.field}`] : []),
      ...(entry.family ? [`in ${entry.family}`] : []),
    ].join(' ');
    if (known.has(name)) return `${name} stands there twice`;
    if (correct > n) return `${name} has ${correct} right of ${n}`;
    if (entry.cap && entry.weight * leaning(entry.cap) < 0) return `${name} weighs ${entry.weight}, but ${leaningInWords(entry.cap)}`;
    known.add(name);
  }
  return undefined;
}

const leaningInWords = (name: CapName): string => (leaning(name) > 0 ? 'it speaks for a value' : 'it speaks against a value');

/** Finds a stronger finding with a lower weight than a weaker one of its class; findings of equal strength have no order. */
function inOrder(table: CalibrationTable): string | undefined {
  const record = recordIn(table);
  for (const family of documentFamilies) {
    for (const field of fieldFamilies) {
      const weights = new Map(stepped.map((name) => [name, record.weight({ name }, { family, field })]));
      const at = (name: CapName): number => weights.get(name) ?? 0;
      const broken = steps.find(({ stronger, weaker }) => at(stronger) < at(weaker));
      if (!broken) continue;
      const { stronger, weaker } = broken;
      return `${field} in ${family} documents is not monotone: ${stronger} weighs ${at(stronger)}, less than the weaker ${weaker} with ${at(weaker)}`;
    }
  }
  return undefined;
}

/** All pairs of findings of one class of which one is stronger. */
const steps = ladders.flatMap((ladder) =>
  ladder.flatMap((stronger) =>
    ladder.filter((name) => findingStrengths[name] < findingStrengths[stronger]).map((weaker) => ({ stronger, weaker })),
  ),
);

const stepped = [...new Set(steps.flatMap(({ stronger, weaker }) => [stronger, weaker]))];

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
const learned = { n: count, correct: count, weight: { type: 'number', minimum: -20, maximum: 20 } };
const stratum = { family: { enum: documentFamilies }, field: { enum: fieldFamilies } };
/** Our own schema is not validated against the meta-schema, because that takes a tenth of the start time. */
const isTable = new Ajv({ verbose: true, validateSchema: false }).compile<CalibrationTable>(
  closed(
    {
      model: text,
      alike: { type: 'array', items: text },
      date: text,
      corpus: text,
      n: count,
      split: closed({ by: { const: 'source' }, groups: count, folds: count, seed: count }),
      ece: closed({ before: share, after: share }),
      kind: { enum: readerKinds },
      allowance: { type: 'number', minimum: 0, maximum: 0.9 },
      priors: { type: 'array', items: closed({ ...stratum, ...learned }) },
      weights: { type: 'array', items: closed({ cap: { enum: weighedNames }, ...stratum, ...learned }, ['family', 'field']) },
    },
    ['alike', 'kind', 'allowance'],
  ),
);
