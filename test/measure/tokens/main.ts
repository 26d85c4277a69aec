import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shippedSchemas } from '../../../config/index.js';
import { type Cell, InputError, parseSchema } from '../../../core/index.js';
import { checkReply } from '../../../plugins/models/llm/reply.js';
import { command, parsed } from '../eval/command.js';
import { encode } from './encode.js';
import { countReading, report } from './figures.js';

const usage = `npm run tokens -- READINGS [--out DIR]

Says recorded readings (READINGS/<id>.json, one object a cell) as a model is asked to answer now, and counts the output tokens of both
beside plain JSON of the same values.
  --out DIR   write the answers as DIR/<id>.json, which the replay plugin and vouch eval CORPUS --readings NAME read
`;

await command(main);

function main(): void {
  const { folder, out } = given();
  const { fields } = parseSchema(JSON.stringify(shippedSchemas.invoice));
  if (out !== undefined) mkdirSync(out, { recursive: true });
  const counts = readingsIn(folder).map(({ id, cells }) => {
    if (out !== undefined) writeFileSync(join(out, `${id}.json`), JSON.stringify(encode(cells)));
    return countReading(id, cells, fields);
  });
  process.stdout.write(`${report(counts)}\n`);
}

function given() {
  const options = { out: { type: 'string' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  return { folder, out: values.out };
}

/** @throws InputError when the folder has no readings, or one is none. */
function readingsIn(folder: string): readonly { readonly id: string; readonly cells: readonly Cell[] }[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  if (names.length === 0) throw new InputError(`There are no readings <id>.json in ${folder}`);
  return names.map((name) => {
    const { cells } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { cells?: unknown };
    const checked = checkReply({ cells: cells ?? null });
    if (!('cells' in checked)) throw new InputError(`${join(folder, name)} is no reading of cells`);
    return { id: name.slice(0, -'.json'.length), cells: checked.cells };
  });
}
