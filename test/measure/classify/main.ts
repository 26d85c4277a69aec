import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../../config/index.js';
import { createEngine, InputError, parseSchema, type SchemaChoice } from '../../../core/index.js';
import { command, parsed } from '../eval/command.js';
import { readCorpus } from '../eval/corpus/corpus.js';
import { halfOf } from '../schemas/kinds.js';
import { type Classified, classifiedReport } from './report.js';
import { twelveSchemas } from './schemas.js';

const usage = `npm run classify -- CORPUS [--half learned|held] [--native] [--list]

Classifies every document of a corpus among twelve schemas, and compares the schema with the type of the document.
  CORPUS    a folder with docs/ and truth/<id>.json, whose truth or manifest.csv says the type: invoice, receipt, bill, credit_note
  --half    only documents of this half of the sources: "learned" is the one that rules may be made on; both when absent
  --native  only documents with a text of their own; the others take the time of OCR
  --list    also list those that are not right, with what speaks for the likeliest schemas
`;

await command(main);

async function main(): Promise<void> {
  const options = {
    half: { type: 'string' },
    native: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [corpus, ...more] = positionals;
  const { half, native, list } = values;
  if (corpus === undefined || more.length > 0 || (half !== undefined && half !== 'learned' && half !== 'held')) throw new InputError(usage);
  const { engine: settings } = await loadConfig({ env: {}, cwd: process.cwd() });
  const engine = createEngine({ ...settings, schemas: choices() });
  const classified: Classified[] = [];
  try {
    for (const { id, path, type, textLayer, source } of readCorpus(corpus)) {
      if (type === undefined || (half !== undefined && halfOf(source) !== half) || (native && textLayer !== 'native')) continue;
      const { schema, candidates } = await engine.classify({ name: basename(path), bytes: await readFile(path) });
      classified.push({ id, type, isNative: textLayer === 'native', found: schema?.name, candidates });
    }
    process.stdout.write(classifiedReport(classified, list));
  } finally {
    await engine.close();
  }
}

function choices(): readonly SchemaChoice[] {
  return Object.entries(twelveSchemas).map(([name, written]) => {
    const text = JSON.stringify(written);
    return { name, version: '1', title: written.title, words: [], schema: parseSchema(text), text };
  });
}
