import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { parsed, wholeNumber } from '../eval/command.js';
import { writeCorpus, writeFurtherCorpus } from './write-corpus.js';

export const usage = `vouch generate --count N --out DIR [--seed N] [--further]

Makes invoices, receipts and credit notes with what they say, as a corpus for \`vouch eval DIR\`.
  --count N    how many documents
  --out DIR    where docs/ and truth/ are written
  --seed N     another seed gives other documents, the same one the same bytes; 1 when absent
  --further    documents that say more (reverse charge, second currencies, e-mails, several amount columns), each with
               a schema that asks for it under names of its own
`;

/** @throws InputError with the usage */
export async function main(args: readonly string[]): Promise<void> {
  const { count, out, seed, further } = given(args);
  if (count === undefined || out === undefined) throw new InputError(usage);
  const run = { count: wholeNumber('--count', count, 1), seed: wholeNumber('--seed', seed, 0) };
  await (further ? writeFurtherCorpus : writeCorpus)(run, out);
  process.stdout.write(`${run.count} documents in ${out}\n`);
}

function given(args: readonly string[]) {
  const options = {
    count: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    further: { type: 'boolean', default: false },
  } as const;
  return parsed(usage, () => parseArgs({ args: [...args], options }).values);
}
