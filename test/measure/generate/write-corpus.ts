import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GeneratedDocument, type GenerateOptions, generateDocument } from './generate-documents.js';

/** Writes docs/ and truth/ in the layout of `npm run eval`; keeps existing files. */
export async function writeCorpus({ count, seed }: GenerateOptions, folder: string): Promise<void> {
  for (const name of ['docs', 'truth']) await mkdir(join(folder, name), { recursive: true });
  for (let number = 0; number < count; number += 1) {
    const document = await generateDocument(number, seed);
    const file = `docs/${document.id}.${document.format}`;
    await writeFile(join(folder, file), document.bytes);
    await writeFile(join(folder, 'truth', `${document.id}.json`), `${JSON.stringify(truthFile(document, file), null, 1)}\n`);
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
