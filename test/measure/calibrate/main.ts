import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkCalibrations } from '../../../core/evidence/scoring/check-calibration.js';
import { InputError } from '../../../core/index.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { type Calibrated, calibrate } from './calibrate.js';
import { printTable } from './print-table.js';
import { readRuns } from './read-runs.js';
import { report } from './report.js';
import { reliabilityPlot } from './svg/reliability.js';
import { riskCoveragePlot } from './svg/risk-coverage.js';

const usage = `npm run calibrate -- RUN… [--model LABEL] [--alike LABEL]… [--out FILE] [--svg DIR] [--seed N] [--folds N]

Learns what a model's evidence is worth from the outputs of npm run eval -- CORPUS --uncalibrated --out RUN, and measures it on issuers held out.
  --model LABEL    the reader whose values are learned from; local when absent
  --alike LABEL    a label of the same reader, learned together with it: local:thorough where the model is local and none is named
  --out FILE       write the table there; config/calibration/<name>.json is where Vouch looks for shipped ones
  --svg DIR        draw reliability-<documents>.svg and risk-coverage-<documents>.svg there
  --seed N         of the split; 1 when absent
  --folds N        parts of the split, each of whole issuers; 10 when absent
`;

await command(main);

function main(): void {
  const { values, positionals } = given();
  if (positionals.length === 0) throw new InputError(usage);
  const alike = values.alike ?? (values.model === 'local' ? ['local:thorough'] : []);
  const runs = readRuns(positionals, [values.model, ...alike]);
  const plan = { folds: wholeNumber('--folds', values.folds, 2), seed: wholeNumber('--seed', values.seed, 0) };
  const result = calibrate(runs, { model: values.model, alike, date: new Date().toISOString().slice(0, 10), ...plan });
  checkCalibrations([result.table]);
  process.stdout.write(report(result, runs));
  if (values.svg !== undefined) draw(result, values.svg);
  if (values.out !== undefined) write(values.out, printTable(result.table));
}

function given() {
  const options = {
    model: { type: 'string', default: 'local' },
    alike: { type: 'string', multiple: true },
    out: { type: 'string' },
    svg: { type: 'string' },
    seed: { type: 'string', default: '1' },
    folds: { type: 'string', default: '10' },
  } as const;
  return parsed(usage, () => parseArgs({ options, allowPositionals: true }));
}

function draw({ table, trials }: Calibrated, folder: string): void {
  for (const { family, before, after } of trials) {
    const title = `${table.model}, ${family} documents`;
    write(join(folder, `reliability-${family}.svg`), reliabilityPlot(title, before, after));
    write(join(folder, `risk-coverage-${family}.svg`), riskCoveragePlot(title, before, after));
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
