import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { writeCorpus } from './write-corpus.js';

const usage = `npm run generate -- --count N --out DIR [--seed N]

Makes invoices, receipts and credit notes with what they say, as a corpus for \`npm run eval -- DIR\`.
  --count N    how many documents
  --out DIR    where docs/ and truth/ are written
  --seed N     another seed gives other documents, the same one the same bytes; 1 when absent
`;

await command(main);

async function main(): Promise<void> {
  const { count, out, seed } = given();
  if (count === undefined || out === undefined) throw new InputError(usage);
  const run = { count: wholeNumber('--count', count, 1), seed: wholeNumber('--seed', seed, 0) };
  await writeCorpus(run, out);
  process.stdout.write(`${run.count} documents in ${out}\n`);
}

function given() {
  const options = { count: { type: 'string' }, out: { type: 'string' }, seed: { type: 'string', default: '1' } } as const;
  return parsed(usage, () => parseArgs({ options }).values);
}
