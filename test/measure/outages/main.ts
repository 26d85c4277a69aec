import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, numberIn, parsed } from '../eval/command.js';
import { groups, outages } from './outages.js';
import { OutageTable } from './table.js';

const usage = `npm run outages -- [--group GROUP] [--only TEXT] [--fast] [--patience N]

Does to real servers, with real sockets and SDKs, what providers, callers, stores and machines do on a bad day, and prints
what was promised, what was seen, and whether they are the same. Needs root for a full disk, and faketime.
  --group GROUP  one of ${Object.keys(groups).join(', ')}
  --only TEXT    the rows whose name has this in it
  --patience N   how many times as long as promised a busy machine may take; 1 when absent
  --fast         only rows without long waits, on one instance
`;

process.setMaxListeners(0);
await command(async () => {
  const options = {
    group: { type: 'string' },
    only: { type: 'string', default: '' },
    fast: { type: 'boolean', default: false },
    patience: { type: 'string', default: '1' },
  } as const;
  const { group, only, fast, patience } = parsed(usage, () => parseArgs({ options }).values);
  if (group !== undefined && !isGroup(group)) throw new InputError(`There is no group "${group}"\n\n${usage}`);
  const table = new OutageTable({
    wanted: (row) => row.includes(only),
    tell: (line) => process.stderr.write(`${line}\n`),
    patience: numberIn(patience, { name: '--patience', from: 1, to: 100 }),
  });
  printWhenStopped(table);
  await outages(table, {
    group,
    fast,
  });
  process.stdout.write(`\n${table}`);
  return table.failed === 0 ? 0 : 1;
});

function isGroup(name: string): name is keyof typeof groups {
  return name in groups;
}

/** A run that is stopped early still prints its results so far. */
function printWhenStopped(table: OutageTable): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      process.stdout.write(`\nstopped early\n${table}`);
      process.exit(1);
    });
}
