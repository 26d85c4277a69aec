import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { tryFiles } from './files.js';
import { kinds } from './kinds.js';
import { tryLarge } from './large/try-large.js';
import { holds, report } from './report.js';
import { type FuzzRow, tryKind } from './run.js';

const usage = `npm run fuzz -- [--seconds N] [--seed N] [--kind KIND] [--case N] | --files DIR | --large [SHAPE]

Sends a server of its own what nobody should send, and holds every answer against the OpenAPI document. Exit code 1 where one breaks it.
  --seconds N   how long all kinds together may take; the short run of the tests when absent
  --seed N      what chance chooses by; 1 when absent
  --kind KIND   only this one of ${kinds.map(({ name }) => name).join(', ')}
  --case N      tries this one case again, as a report names it
  --files DIR   instead: every file of a folder, under several names and types, alone and ten at once beside good documents
  --large       instead: single files made larger and larger in many ways, up to 10 MB: how long each holds the server up, and its memory;
                only those whose name has the text that follows
`;

await command(main);

async function main(): Promise<number> {
  const { wanted, seed, seconds, only, files, large } = given();
  if (files !== undefined) return printed(await tryFiles(files));
  if (large !== undefined) return printed(await tryLarge(large));
  const rows: FuzzRow[] = [];
  for (const kind of wanted) {
    process.stderr.write(`${kind.name} …\n`);
    const share = kind.share / wanted.reduce((sum, one) => sum + one.share, 0);
    rows.push(await tryKind({ ...kind, share }, { seed, ...(seconds !== undefined && { seconds }), ...(only !== undefined && { only }) }));
  }
  process.stdout.write(report(rows, seed));
  return holds(rows) ? 0 : 1;
}

function printed({ text, holds: held }: { readonly text: string; readonly holds: boolean }): number {
  process.stdout.write(text);
  return held ? 0 : 1;
}

function given() {
  const options = {
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    case: { type: 'string' },
    files: { type: 'string' },
    large: { type: 'boolean' },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const wanted = kinds.filter(({ name }) => values.kind === undefined || name === values.kind);
  if (wanted.length === 0) throw new InputError(`There is no kind "${values.kind}"\n\n${usage}`);
  if (values.case !== undefined && values.kind === undefined) throw new InputError('--case needs --kind');
  return {
    wanted,
    seed: wholeNumber('--seed', values.seed, 0),
    seconds: values.seconds === undefined ? undefined : wholeNumber('--seconds', values.seconds, 1),
    files: values.files,
    large: values.large ? positionals.join(' ') : undefined,
    only: values.case === undefined ? undefined : Number(values.case),
  };
}
