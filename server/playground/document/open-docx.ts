import { blocksIn, type PreviewBlock } from './docx/blocks.js';
import { unzip } from './docx/unzip.js';
import type { OpenedDocx } from './opened.js';

const charactersPerPage = 3_000;
/** A DOCX has at most three kinds of header and of footer: first page, even pages and the others. */
const maxMarginParts = 3;

/** The text of a DOCX as the service reads it: headers, then the body, then footers. */
export async function openDocx(bytes: Uint8Array): Promise<OpenedDocx> {
  const read = unzip(bytes);
  const body = await read('word/document.xml');
  if (body === undefined) throw new Error('It has no text.');
  const margins = async (kind: 'header' | 'footer'): Promise<readonly PreviewBlock[]> => {
    const parts = await Promise.all(Array.from({ length: maxMarginParts }, (_, index) => read(`word/${kind}${index + 1}.xml`)));
    return parts.flatMap((part) => (part === undefined ? [] : blocksIn(part)));
  };
  const blocks = [...(await margins('header')), ...blocksIn(body), ...(await margins('footer'))];
  return { kind: 'docx', blocks, pages: 1, charged: Math.max(1, Math.ceil(lengthOf(blocks) / charactersPerPage)) };
}

const lengthOf = (blocks: readonly PreviewBlock[]): number =>
  blocks.reduce(
    (sum, block) =>
      sum +
      (block.kind === 'table'
        ? block.rows.flat().reduce((inner, cell) => inner + lengthOf(cell.blocks), 0)
        : block.runs.reduce((inner, { text }) => inner + text.length, 1)),
    0,
  );
