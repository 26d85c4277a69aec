import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, numberIn, parsed } from '../eval/command.js';
import { textTable } from '../eval/figures/text-table.js';
import { endPostgres } from './postgres.js';
import type { LoadLine, LoadRow } from './row.js';
import { all } from './rows/all.js';

const usage = `npm run load -- [--only ROW] [--seconds N] [--rate N]

Puts load on built servers in processes of their own, with a provider on the loopback, and says what they do. Ends with 1 when something
fails that must hold under any load; aims of speed are reported.
  --only ROW     one of ${all.map(({ name }) => `"${name}"`).join(', ')}; without it all but "soak"
  --seconds N    how long each load lasts
  --rate N       requests a second, in rows that do not look for the most there can be
`;

await command(() => main().finally(endPostgres));

async function main(): Promise<number> {
  const { rows, effort } = given();
  process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores, load average ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
  const lines: LoadLine[] = [];
  for (const row of rows) {
    process.stderr.write(`${row.name} …\n`);
    lines.push(...(await row.run({ ...row.usual, ...effort })));
  }
  const cells = lines.map((line) => [line.what, line.observed, line.aim ?? '', verdict(line)]);
  process.stdout.write(`\n${textTable([['load', 'observed', 'aim', ''], ...cells]).join('\n')}\n`);
  return lines.some(({ must, met }) => must && met === false) ? 1 : 0;
}

function verdict({ met, must }: LoadLine): string {
  if (met === undefined) return '';
  if (met) return 'met';
  return must ? 'FAILED' : 'missed';
}

function given(): { readonly rows: readonly LoadRow[]; readonly effort: { readonly seconds?: number; readonly rate?: number } } {
  const options = { only: { type: 'string' }, seconds: { type: 'string' }, rate: { type: 'string' } } as const;
  const { only, seconds, rate } = parsed(usage, () => parseArgs({ options }).values);
  const rows = only === undefined ? all.filter(({ name }) => name !== 'soak') : all.filter(({ name }) => name === only);
  if (rows.length === 0) throw new InputError(`There is no row "${only}"\n\n${usage}`);
  return {
    rows,
    effort: {
      ...(seconds !== undefined && { seconds: numberIn(seconds, { name: '--seconds', from: 1, to: 86_400 }) }),
      ...(rate !== undefined && { rate: numberIn(rate, { name: '--rate', from: 0.1, to: 10_000 }) }),
    },
  };
}
