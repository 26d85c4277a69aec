import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentIndex } from '../../../core/evidence/page/document-index.js';
import type { Word } from '../../../core/index.js';
import { openDocx, openPdf } from '../../plugins/converters/open.js';
import { type GeneratedDocument, generateDocuments } from './generate-documents.js';
import { layouts } from './layouts.js';

/** Compares what the shipped converters read of each layout with the printed truth. */
const converters = { pdf: openPdf(), docx: openDocx() };
const read: { readonly document: GeneratedDocument; readonly index: DocumentIndex }[] = [];
beforeAll(async () => {
  for (const document of await generateDocuments({ count: layouts.length, seed: 3 })) {
    read.push({ document, index: new DocumentIndex(await converters[document.format].convert(document.bytes)) });
  }
});
afterAll(() => Promise.all(Object.values(converters).map((converter) => converter.close())));

/** In points; the letters of a watermark are taller than any other. */
const tallest = 40;
const endOf = (word: Word | undefined): number => (word ? word.box.x + word.box.width : 0);

/** The rows of the long table are alike, so the first and the last are enough. */
const leaves = ({ truth }: GeneratedDocument) =>
  [truth.fields, ...truth.line_items.slice(0, 3), ...truth.line_items.slice(-2)].flatMap((group) => Object.entries(group));

const printedAnywhere = (index: DocumentIndex, page: number): string =>
  index.pages
    .filter((indexed) => indexed.page.number === page)
    .flatMap((indexed) => [indexed.page.words.map(({ text }) => text).join(''), ...indexed.rows.map((row) => `\n${row.text}`)])
    .join('')
    .replace(/\s/g, '');

describe('what the truth says is printed', () => {
  it('stands on the page that it names', () => {
    const missing = read.flatMap(({ document, index }) =>
      leaves(document).flatMap(([field, { printed }]) =>
        printedAnywhere(index, printed.page).includes(printed.text.replace(/\s/g, '')) ? [] : [`${document.id} ${field} ${printed.text}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('is found by the engine as a quote of that page', () => {
    const missing = read.flatMap(({ document, index }) =>
      leaves(document).flatMap(([field, { printed }]) =>
        index.find(printed.row, printed.page).length > 0 ? [] : [`${document.id} ${field} ${printed.row}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('does not run into what stands beside it', () => {
    const touching = read.flatMap(({ document, index }) =>
      index.rows.flatMap(({ words }) => {
        const upright = words.filter(({ box }) => box.height < tallest);
        return upright.filter(({ box }, at) => box.x < endOf(upright[at - 1]) - 0.5).map(({ text }) => `${document.id} ${text}`);
      }),
    );
    expect(touching).toEqual([]);
  });

  it.each(['hidden-total', 'docx-hidden-total'])('is not the total that is hidden: %s', (layout) => {
    const hidden = read.find(({ document }) => document.layout === layout);
    const total = hidden?.document.truth.fields.total?.printed.text ?? '';
    const unseen = hidden?.index.pages.flatMap(({ page }) => page.hidden.map(({ text }) => text)) ?? [];
    expect(unseen.filter((text) => /\d/.test(text)).length).toBe(3);
    expect(unseen).not.toContain(total);
  });

  it('is whole to the engine although its words are torn on the page', () => {
    const [torn] = read.filter(({ document }) => document.layout === 'kerning-gaps');
    if (!torn) throw new Error('no layout of torn words');
    const rows = torn.index.rows.map((row) => row.text);
    const apart = leaves(torn.document).filter(([, { printed }]) => !rows.some((row) => row.includes(printed.row)));
    expect(apart.length).toBeGreaterThan(0);
  });
});
