import { type Cell, type Document, parseSchema, type Reading, type Word } from '../../../../core/index.js';
import local from '../../../../plugins/models/local.js';

const characterWidth = 6;
const lineHeight = 10;
const lineSpacing = 14;

/** A document whose pages are drawn with characters: the position of a word in the text is its position on the page. */
export function drawn(...pages: readonly string[]): Document {
  return {
    format: 'pdf',
    file: { name: 'drawn.pdf', bytes: new Uint8Array() },
    attachments: [],
    chargedPages: pages.length,
    pages: pages.map((text, index) => ({
      number: index + 1,
      width: 120 * characterWidth,
      height: 70 * lineSpacing,
      textLayer: 'native',
      words: text.replace(/^\n/, '').split('\n').flatMap(wordsOf),
      hidden: [],
    })),
  };
}

const wordsOf = (text: string, row: number): readonly Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    box: { x: 20 + index * characterWidth, y: 30 + row * lineSpacing, width: word.length * characterWidth, height: lineHeight },
    ocr: false,
  }));

/** Reads a drawn document; each field of the schema is given as `name: type`. */
export async function cellsOf(
  document: Document,
  properties: Readonly<Record<string, unknown>>,
  effort: 'normal' | 'thorough' = 'normal',
): Promise<readonly Cell[]> {
  return (await readingOf(document, properties, effort)).cells;
}

/** Reads a drawn document: its cells, and the arrays that may be empty by mistake. */
export async function readingOf(
  document: Document,
  properties: Readonly<Record<string, unknown>>,
  effort: 'normal' | 'thorough' = 'normal',
): Promise<Reading> {
  const schema = parseSchema(JSON.stringify({ type: 'object', properties }));
  const model = local.create(
    { effort },
    { secret: () => '', log: () => undefined, report: () => undefined, onProbe: () => undefined, onClose: () => undefined },
  );
  return model.read({ document, fields: schema.fields, signal: new AbortController().signal });
}

/** The values of cells, by path without `$.`; nulls are left out. */
export const printed = (cells: readonly Cell[]): Record<string, string> =>
  Object.fromEntries(cells.flatMap(({ path, value }) => (value === null ? [] : [[path.slice(2), value]])));

/** The values read from a drawn text, by path without `$.`; nulls are left out. */
export async function valuesOf(
  text: string | readonly string[],
  properties: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  return printed(await cellsOf(drawn(...(typeof text === 'string' ? [text] : text)), properties));
}

export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
export const lines = {
  type: 'array',
  items: { type: 'object', properties: { description: text, quantity: number, unit_price: number, amount: number } },
} as const;
