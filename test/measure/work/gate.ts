import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../bench/server.js';
import { command, parsed } from '../eval/command.js';
import { textTable } from '../eval/figures/text-table.js';
import type { BlockCounting } from './count-blocks.js';
import { sampleExtraction } from './sample-extraction.js';
import { excess, type WorkByFolder } from './work.js';

const usage = `npm run work -- [--renew]

Counts what the engine does for one document, and ends with 1 where that is over a tenth more than test/measure/work/work.json has.
  --renew   keep the count of today
`;

const file = join(packageRoot, 'test/measure/work/work.json');

export const gate = (counting: BlockCounting): Promise<void> =>
  command(async () => {
    const { renew } = parsed(usage, () => parseArgs({ options: { renew: { type: 'boolean', default: false } } }).values);
    const counted = await countedWork(counting);
    const kept = JSON.parse(readFileSync(file, 'utf8')) as WorkByFolder;
    if (renew) writeFileSync(file, `${JSON.stringify(counted, null, 2)}\n`);
    const grown = renew ? undefined : excess(counted, kept);
    process.stdout.write(`${tableOf(counted, kept)}\n\n${grown ?? 'No more than may be'}\n`);
    return grown === undefined ? 0 : 1;
  });

async function countedWork(counting: BlockCounting): Promise<WorkByFolder> {
  const { extract, close } = await sampleExtraction();
  try {
    return await counting.of(extract);
  } finally {
    await close();
  }
}

function tableOf(counted: WorkByFolder, kept: WorkByFolder): string {
  const folders = [...new Set([...Object.keys(kept), ...Object.keys(counted)])];
  const rows = folders.map((folder) => [folder, String(counted[folder] ?? 0), String(kept[folder] ?? 0)]);
  return textTable([['blocks run', 'now', 'kept'], ...rows]).join('\n');
}
