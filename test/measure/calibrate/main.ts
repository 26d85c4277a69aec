import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ReaderKind, readerKinds } from '../../../core/contracts/cap.js';
import { defaultThreshold } from '../../../core/contracts/extraction.js';
import { checkCalibrations } from '../../../core/evidence/scoring/check-calibration.js';
import { type CalibrationTable, InputError } from '../../../core/index.js';
import { numberIn, parsed, wholeNumber } from '../eval/command.js';
import { type Calibrated, calibrate } from './calibrate.js';
import { compare } from './compare/compare.js';
import { comparisonLegend, comparisonReport } from './compare/report.js';
import { compareTables, tableReport } from './compare/tables.js';
import { newWeights } from './learning/extend.js';
import type { LearningPlan } from './learning/learn.js';
import { asRead } from './measure.js';
import { type Runs, readRuns } from './read-runs.js';
import { report } from './report.js';
import { acceptedWrongPlot } from './svg/accepted-wrong.js';
import { reliabilityPlot, riskCoveragePlot } from './svg/plots.js';

export const usage = `vouch calibrate RUN… [--model LABEL] [--kind KIND] [--alike LABEL]… [--out FILE] [--svg DIR] [--seed N] [--folds N]
vouch calibrate RUN… --reader LABEL… --ways FILE [--faults SHARE] [--seed N] [--folds N]
vouch calibrate RUN… --reader LABEL… --extend TABLE [--faults SHARE] --out FILE

Learns what each finding about a model's values weighs, and measures it on sources held out. A RUN is a folder that vouch eval CORPUS --out RUN has
written, vouch truth export, or vouch faults CORPUS --out RUN, which adds values that are wrong on purpose.
  --model LABEL    the reader that the table is for, and whose values are learned from; local when absent
  --reader LABEL   whose values are learned from, where the table is for others like it; may be given several times
  --alike LABEL    a label of the same reader, learned together with it: local:thorough where the model is local and none is named
  --kind KIND      large, small or local: the table holds for all readers of the kind that have none of their own
  --faults SHARE   the share of planted values among all, 0 to 1; 0.2 when absent
  --allowance N    the share of values that may be wrong in ways that nobody has measured, 0 to 0.9; 0.05 when absent, and none for local
  --out FILE       write the table there; config/calibration/<name>.json is where Vouch looks for shipped ones
  --compare TABLE  say what the new table keeps at the risk of this one, a shipped name or a file, and lets pass, on sources held out; where the data
                   is too thin, or the new one worse, it is refused, and --out is not written
  --extend TABLE   learn only what the findings weigh that this table does not list, a shipped name or a file, and add that to it
  --ways FILE      learn no table, but compare the weighing with the readers' own word, a check of quotes and the lowest cap, in runs of
                   vouch faults with the readings of each LABEL, and draw accepted against wrong there, as SVG
  --svg DIR        draw reliability-<documents>.svg and risk-coverage-<documents>.svg there
  --seed N         of the split; 1 when absent
  --folds N        parts of the split, each of whole sources; 10 when absent
`;

/** @throws InputError with the usage, or where nothing can be learned */
export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = given(args);
  if (positionals.length === 0) throw new InputError(usage);
  const plan = {
    folds: wholeNumber('--folds', values.folds, 2),
    seed: wholeNumber('--seed', values.seed, 0),
    faultShare: numberIn(values.faults, { name: '--faults', from: 0, to: 0.9 }),
    ...(values.model !== 'local' && { general: true, allowance: numberIn(values.allowance, { name: '--allowance', from: 0, to: 0.9 }) }),
  };
  const date = new Date().toISOString().slice(0, 10);
  if (values.ways !== undefined) {
    const comparisons = (values.reader ?? [values.model]).map((reader) => compare(reader, readRuns(positionals, [reader]), plan));
    process.stdout.write([...comparisons.map((one) => comparisonReport(one, defaultThreshold)), comparisonLegend].join('\n'));
    write(values.ways, acceptedWrongPlot(comparisons, { threshold: defaultThreshold, date }));
    return;
  }
  const alike = values.alike ?? (values.model === 'local' ? ['local:thorough'] : []);
  const runs = readRuns(positionals, values.reader ?? [values.model, ...alike]);
  if (values.extend !== undefined) return extend(values.extend, runs, { plan, out: values.out });
  const result = calibrate(runs, {
    model: values.model,
    alike,
    ...(values.kind !== undefined && { kind: kindIn(values.kind) }),
    date,
    ...plan,
  });
  checkCalibrations([result.table]);
  process.stdout.write(report(result, runs));
  if (values.svg !== undefined) draw(result, values.svg);
  if (values.compare !== undefined) {
    const compared = compareTables(runs.samples, tableAt('--compare', values.compare), { ...plan, threshold: defaultThreshold });
    process.stdout.write(`\n${tableReport(values.compare, compared)}`);
    if (compared.refused !== undefined) throw new InputError(`No table is written: the new one is ${compared.refused}.`);
  }
  if (values.out !== undefined) write(values.out, printTable(result.table));
}

/** Adds to a table what it does not list, and says so. */
function extend(
  reference: string,
  { samples }: Runs,
  { plan, out }: { readonly plan: LearningPlan; readonly out: string | undefined },
): void {
  const table = tableAt('--extend', reference);
  const added = newWeights(table, samples, plan);
  const whole = { ...table, weights: [...table.weights, ...added] };
  checkCalibrations([whole]);
  process.stdout.write(added.map((one) => `${inLine(one)}\n`).join(''));
  if (out !== undefined) write(out, printTable(whole));
}

function given(args: readonly string[]) {
  const options = {
    model: { type: 'string', default: 'local' },
    kind: { type: 'string' },
    reader: { type: 'string', multiple: true },
    alike: { type: 'string', multiple: true },
    faults: { type: 'string', default: '0.2' },
    allowance: { type: 'string', default: '0.05' },
    out: { type: 'string' },
    svg: { type: 'string' },
    compare: { type: 'string' },
    extend: { type: 'string' },
    ways: { type: 'string' },
    seed: { type: 'string', default: '1' },
    folds: { type: 'string', default: '10' },
  } as const;
  return parsed(usage, () => parseArgs({ args: [...args], options, allowPositionals: true }));
}

function kindIn(text: string): ReaderKind {
  const kind = readerKinds.find((known) => known === text);
  if (!kind) throw new InputError(`--kind must be ${readerKinds.join(', ')}, not "${text}"`);
  return kind;
}

/** A table in a file, or a shipped one by its name. @throws InputError where there is none */
function tableAt(option: string, reference: string): CalibrationTable {
  const file = /[\\/.]/.test(reference) ? reference : join(shippedTables, `${reference}.json`);
  try {
    const table = JSON.parse(readFileSync(file, 'utf8')) as CalibrationTable;
    checkCalibrations([table]);
    return table;
  } catch (cause) {
    throw new InputError(`${option}: ${file} is no table: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const shippedTables = join(createRequire(import.meta.url).resolve('vouch/package.json'), '../config/calibration');

function draw({ table, trials }: Calibrated, folder: string): void {
  for (const { family, before, after } of trials) {
    const title = `${table.model}, ${family} documents`;
    write(join(folder, `reliability-${family}.svg`), reliabilityPlot(title, asRead(before), asRead(after)));
    write(join(folder, `risk-coverage-${family}.svg`), riskCoveragePlot(title, before, after));
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A table as JSON with one entry a line, so that a diff shows each changed entry; matches the formatter. */
function printTable({ priors, weights, ...head }: CalibrationTable): string {
  const members = Object.entries(head).map(([name, value]) => `  "${name}": ${inLine(value)}`);
  const lists = Object.entries({ priors, weights }).map(([name, entries]) =>
    entries.length === 0 ? `  "${name}": []` : `  "${name}": [\n${entries.map((entry) => `    ${inLine(entry)}`).join(',\n')}\n  ]`,
  );
  return `{\n${[...members, ...lists].join(',\n')}\n}\n`;
}

function inLine(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `"${name}": ${inLine(inner)}`)
    .join(', ')} }`;
}
