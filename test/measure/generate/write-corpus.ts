import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateFurther } from './further/generate-further.js';
import { type GeneratedDocument, type GenerateOptions, generateDocument } from './generate-documents.js';

/** Writes docs/ and truth/ in the layout of `vouch eval`; keeps existing files. */
export async function writeCorpus({ count, seed }: GenerateOptions, folder: string): Promise<void> {
  for (const name of ['docs', 'truth']) await mkdir(join(folder, name), { recursive: true });
  for (let number = 0; number < count; number += 1) {
    const document = await generateDocument(number, seed);
    const file = `docs/${document.id}.${document.format}`;
    await writeFile(join(folder, file), document.bytes);
    await writeFile(join(folder, 'truth', `${document.id}.json`), `${JSON.stringify(truthFile(document, file), null, 1)}\n`);
  }
}

/** The same for documents that are asked with a schema of their own, in schemas/. */
export async function writeFurtherCorpus({ count, seed }: GenerateOptions, folder: string): Promise<void> {
  for (const name of ['docs', 'truth', 'schemas']) await mkdir(join(folder, name), { recursive: true });
  for (let number = 0; number < count; number += 1) {
    const { id, format, bytes, schema, truth, kind, layout, language } = await generateFurther(number, seed);
    const [file, asked] = [`docs/${id}.${format}`, `schemas/${id}.json`];
    const said = { id, file, schema: asked, doc_type: kind, language, group: layout, synthetic: true, fields: {}, ...truth };
    await writeFile(join(folder, file), bytes);
    await writeFile(join(folder, asked), `${JSON.stringify(schema, null, 1)}\n`);
    await writeFile(join(folder, 'truth', `${id}.json`), `${JSON.stringify(said, null, 1)}\n`);
  }
}

/** The layout is the group, by which calibration splits. */
const truthFile = ({ truth, kind, layout, language }: GeneratedDocument, file: string) => {
  const { id, ...said } = truth;
  return {
    id,
    file,
    doc_type: kind,
    language,
    group: layout,
    template: layout,
    layout,
    truth_source: 'generated',
    synthetic: true,
    ...said,
  };
};
