import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { textTable } from '../eval/figures/text-table.js';
import { growthPlot } from './growth-plot.js';
import type { BenchEffort, BenchFigure, Curve } from './row.js';
import { all } from './rows/all.js';
import { beside } from './rows/beside.js';

const usage = `npm run bench -- [--only ROW | --beside DIR] [--rounds N] [--seconds N] [--out DIR]

Measures a built server in processes of its own, each figure beside what it is compared with, in one run.
  --only ROW     one of ${all.map(({ name }) => `"${name}"`).join(', ')}
  --beside DIR   instead of the rows: this build against the one in DIR, another checkout after npm run build
  --rounds N     rounds that medians are taken over; 40 when absent
  --seconds N    how long each load lasts; 10 when absent
  --out DIR      where growth.svg is written; the working directory when absent
`;

await command(main);

async function main(): Promise<void> {
  const { effort, out, rows } = given();
  const figures: BenchFigure[] = [];
  const curves: Curve[] = [];
  for (const row of rows) {
    process.stderr.write(`${row.name} …\n`);
    const measured = await row.measure(effort);
    figures.push(...measured.figures);
    curves.push(...(measured.curves ?? []));
  }
  process.stdout.write(report(figures, effort));
  if (curves.length === 0) return;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'growth.svg'), growthPlot(curves));
  process.stdout.write(`${join(out, 'growth.svg')} shows the growth\n`);
}

function given() {
  const options = {
    only: { type: 'string' },
    beside: { type: 'string' },
    rounds: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
    out: { type: 'string', default: '.' },
  } as const;
  const { only, beside: other, rounds, seconds, out } = parsed(usage, () => parseArgs({ options }).values);
  if (other !== undefined && !existsSync(join(other, 'dist/server/app/main.js')))
    throw new InputError(`${other} has no build of Vouch: run "npm run build" there`);
  const rowsWanted = other !== undefined ? [beside(resolve(other))] : all.filter(({ name }) => only === undefined || name === only);
  if (rowsWanted.length === 0) throw new InputError(`There is no row "${only}"\n\n${usage}`);
  return { effort: { rounds: wholeNumber('--rounds', rounds, 3), seconds: wholeNumber('--seconds', seconds, 1) }, out, rows: rowsWanted };
}

function report(figures: readonly BenchFigure[], { rounds, seconds }: BenchEffort): string {
  const lines = figures.map(({ name, measured, aim }) => [name, measured, aim?.text ?? '', aim ? (aim.met ? 'met' : 'NOT MET') : '']);
  const about = `Node ${process.version}, ${availableParallelism()} cores; medians of ${rounds} interleaved rounds, loads of ${seconds} s`;
  return [about, '', ...textTable([['figure', 'measured', 'aim', ''], ...lines]), ''].join('\n');
}
