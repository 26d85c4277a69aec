import { beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedDocument, generateDocument, generateDocuments } from './generate-documents.js';
import { layouts } from './layouts.js';

let round: readonly GeneratedDocument[];
beforeAll(async () => {
  round = await generateDocuments({ count: layouts.length, seed: 7 });
});
const truthOf = (layout: string) => round.find((document) => document.layout === layout)?.truth;
const titled = ({ id, bytes }: GeneratedDocument) => [id, Buffer.from(bytes).toString('base64')];

describe('generated documents', () => {
  it('are the same for the same seed, byte for byte', async () => {
    const again = await generateDocuments({ count: layouts.length, seed: 7 });
    expect(again.map(titled)).toEqual(round.map(titled));
    expect(again.map(({ truth }) => truth)).toEqual(round.map(({ truth }) => truth));
  });

  it('are others for another seed, and the same in a longer run', async () => {
    const [fourth] = round.slice(4);
    expect((await generateDocument(4, 8)).bytes).not.toEqual(fourth?.bytes);
    expect((await generateDocument(4, 7)).bytes).toEqual(fourth?.bytes);
  });

  it('have every layout once in a round, and nine languages', () => {
    expect(round.map(({ layout }) => layout)).toEqual(layouts.map(({ name }) => name));
    expect(new Set(layouts.map(({ name }) => name)).size).toBe(layouts.length);
    expect(new Set(round.map(({ language }) => language.slice(0, 2)))).toEqual(
      new Set(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'ar']),
    );
  });

  it('have each layout in another language each round', async () => {
    const numbers = Array.from({ length: 10 }, (_, times) => times * layouts.length);
    const letters = await Promise.all(numbers.map((number) => generateDocument(number, 7)));
    expect(new Set(letters.map(({ id }) => id.split('-')[1])).size).toBe(10);
  });

  it('are invoices, receipts and credit notes, as PDF and as DOCX', () => {
    expect(new Set(round.map(({ kind }) => kind))).toEqual(new Set(['invoice', 'receipt', 'credit note']));
    expect(new Set(round.map(({ format }) => format))).toEqual(new Set(['pdf', 'docx']));
  });

  it('print a long table over many pages and the totals after it', () => {
    const truth = truthOf('long-table');
    expect(truth?.line_items).toHaveLength(300);
    expect(truth?.line_items[0]?.amount?.printed.page).toBe(1);
    expect(truth?.fields.total?.printed.page).toBe(truth?.line_items[299]?.amount?.printed.page);
    expect(truth?.fields.total?.printed.page).toBeGreaterThan(8);
  });

  it('print the totals on a page of their own where the layout says so', () => {
    const truth = truthOf('totals-on-page-2');
    const last = Math.max(...(truth?.line_items ?? []).map(({ amount }) => amount?.printed.page ?? 0));
    expect(truth?.fields.total?.printed.page).toBe(last + 1);
  });

  it('show what is due beside the total where something is paid already', () => {
    const truth = truthOf('deposit');
    expect(Number(truth?.fields.amount_due?.value)).toBeLessThan(Number(truth?.fields.total?.value));
  });

  it('give money back in minus or by their title alone', () => {
    const total = (layout: string): number => Number(truthOf(layout)?.fields.total?.value);
    expect([Math.sign(total('credit-in-minus')), Math.sign(total('credit-in-plus'))]).toEqual([-1, 1]);
  });

  it('mark days that nothing on the page settles', async () => {
    const american = await Promise.all(Array.from({ length: 12 }, (_, times) => generateDocument(2 + times * layouts.length * 10, 7)));
    const marked = american.map(({ truth }) => truth.fields.issue_date?.ambiguous === true);
    expect(new Set(marked)).toEqual(new Set([true, false]));
  });
});
