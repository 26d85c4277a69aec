import { readFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import type { CorpusDocument } from '../eval/corpus/corpus.js';

/** A file that was made of documents. */
export interface JoinedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly parts: readonly JoinedPart[];
}

/** One of its documents, with its pages by their numbers in the file. */
export interface JoinedPart {
  readonly document: CorpusDocument;
  readonly from: number;
  readonly to: number;
}

export async function joinedFile(documents: readonly CorpusDocument[], name: string): Promise<JoinedFile> {
  const file = await PDFDocument.create();
  const parts: JoinedPart[] = [];
  for (const document of documents) {
    const from = file.getPageCount() + 1;
    const part = await PDFDocument.load(readFileSync(document.path), { ignoreEncryption: true });
    for (const page of await file.copyPages(part, part.getPageIndices())) file.addPage(page);
    parts.push({ document, from, to: file.getPageCount() });
  }
  return { name, bytes: await file.save(), parts };
}

export const startsOf = ({ parts }: JoinedFile): readonly number[] => parts.map(({ from }) => from);

export const partAt = ({ parts }: JoinedFile, page: number): JoinedPart | undefined =>
  parts.find(({ from, to }) => from <= page && page <= to);
