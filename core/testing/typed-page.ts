import type { Document, Page, SourceFile, Word } from '../contracts/document.js';

/** A4 in points; a page that has more text is larger. */
const paper = { width: 595, height: 842 };
const letter = { width: 6, height: 10 };
const lineHeight = 12;
const margin = 40;

/** A page as a typewriter prints it: every character 6 points wide, every line 12 points high; spaces keep their width, so columns stay columns. */
export function pageOf(text: string, number = 1, more: Partial<Page> = {}): Page {
  const lines = text.split('\n');
  const words = lines.flatMap(wordsOf);
  const longest = Math.max(...lines.map((line) => line.length));
  return {
    number,
    width: Math.max(paper.width, 2 * margin + longest * letter.width),
    height: Math.max(paper.height, 2 * margin + lines.length * lineHeight),
    textLayer: words.length > 0 ? 'native' : 'none',
    words,
    hidden: [],
    ...more,
  };
}

const wordsOf = (line: string, row: number): readonly Word[] =>
  [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    ocr: false,
    box: { x: margin + index * letter.width, y: margin + row * lineHeight, width: text.length * letter.width, height: letter.height },
  }));

/** A document of such pages. Its file is empty, because nothing parses it. */
export const documentOf = (...pages: readonly (string | Page)[]): Document => ({
  format: 'typed',
  file: emptyFile,
  pages: pages.map((page, index) => (typeof page === 'string' ? pageOf(page, index + 1) : page)),
  attachments: [],
  chargedPages: pages.length,
});

const emptyFile: SourceFile = { name: 'typed.txt', bytes: new Uint8Array() };
