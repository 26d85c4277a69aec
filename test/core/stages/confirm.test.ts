import { describe, expect, it } from 'vitest';
import { definePlugin, type OcrResult, type Page, type Part, type RecognizeTask, type Word } from '../../../core/index.js';
import { cell, documentOf, entryOf, metaOf, money, pageOf, run, scriptedModel } from '../builders.js';

type Script = string | Error;

/** An engine that reads these texts, one page after the other, where the page has them. */
function scriptedOcr(name: string, ...scripts: readonly Script[]): Part<'recognizer'> & { readonly tasks: RecognizeTask[] } {
  const tasks: RecognizeTask[] = [];
  const recognize = async (task: RecognizeTask): Promise<OcrResult> => {
    const script = scripts[Math.min(tasks.length, scripts.length - 1)] ?? '';
    tasks.push(task);
    if (script instanceof Error) throw script;
    return { words: pageOf(script).words.map((word): Word => ({ ...word, ocr: true, certainty: 0.95 })), turn: 0 };
  };
  return { plugin: definePlugin({ kind: 'recognizer', name, create: () => ({ recognize }) }), tasks };
}

const text = 'Subtotal 100.00\nVAT 20.00\nTotal 120.00';
/** A page on which these words do not look like their text. */
const unlike = (words: readonly string[], number = 1): Page => {
  const page = pageOf(text, number);
  return { ...page, words: page.words.map((word) => (words.includes(word.text) ? { ...word, unconfirmed: true as const } : word)) };
};
const doubted = unlike(['120.00']);
const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const asked = { fields: { total: money }, required: ['total'] } as const;
const read = (pages: readonly Page[], recognizers: readonly Part<'recognizer'>[], cells = [total]) =>
  run({ ...asked, document: documentOf(...pages), recognizers: [...recognizers], tiers: [scriptedModel('a', cells)] });

describe('a value on words whose print does not look like them', () => {
  it('is accepted where OCR reads the same in their place', async () => {
    const outcome = await read([doubted], [scriptedOcr('first', text)]);
    expect(entryOf(outcome, '$.total')).toMatchObject({ page: 1, text: 'Total 120.00' });
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
    expect(metaOf(outcome).issues).toEqual([]);
  });

  it('is accepted where the second engine does, if the first one fails or misreads', async () => {
    for (const first of [new Error('broken'), 'Subtotal 100.00\nVAT 20.00\nTotal 12O.08']) {
      const second = scriptedOcr('second', text);
      const outcome = await read([doubted], [scriptedOcr('first', first), second]);
      expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
      expect(second.tasks.length).toBeGreaterThan(0);
    }
  });

  it.each(['Subtotal 100.00\nVAT 20.00\nTotal 190.00', 'Subtotal 100.00\nVAT 20.00\nTotal 12000', 'Subtotal 100.00\nVAT 20.00\nTotal'])(
    'is not where OCR reads %j',
    async (seen) => {
      const outcome = await read([doubted], [scriptedOcr('first', seen)]);
      expect(entryOf(outcome, '$.total').score).toBeLessThanOrEqual(0.3);
      expect(metaOf(outcome).issues).toContain('page 1 holds hidden or illegible text; it is no evidence');
    },
  );

  it('is not where no engine can look', async () => {
    for (const recognizers of [[], [scriptedOcr('first', new Error('broken'))]]) {
      const outcome = await read([doubted], recognizers);
      expect(entryOf(outcome, '$.total').score).toBeLessThanOrEqual(0.3);
      expect(metaOf(outcome).issues).toContain('$.total: value appears only in hidden or illegible text on page 1');
    }
  });

  it('is not where its label says something else than it shows', async () => {
    const outcome = await read([unlike(['Total'])], [scriptedOcr('first', 'Subtotal 100.00\nVAT 20.00\nRebate 120.00')]);
    expect(entryOf(outcome, '$.total').score).toBeLessThan(0.85);
  });

  it('gives way to what the picture shows in its place', async () => {
    const shown = cell('$.total', '190.00', { quote: 'Total 190.00' });
    const outcome = await read([doubted], [scriptedOcr('first', 'Subtotal 100.00\nVAT 20.00\nTotal 190.00')], [total, shown]);
    expect(entryOf(outcome, '$.total')).toMatchObject({ page: 1, text: 'Total 190.00' });
  });
});

describe('OCR', () => {
  it('is not asked for another number in the row of a value', async () => {
    const page = pageOf('Subtotal 100.00\nVAT 20.00\n4711 Total 120.00');
    const words = page.words.map((word) => (word.text === '4711' ? { ...word, unconfirmed: true as const } : word));
    const first = scriptedOcr('first', new Error('broken'));
    const outcome = await read([{ ...page, words }], [first], [cell('$.total', '120.00', { quote: '4711 Total 120.00' })]);
    expect(first.tasks).toEqual([]);
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
  });

  it('is not asked where no value rests on such words', async () => {
    const first = scriptedOcr('first', text);
    await read([unlike(['20.00'])], [first]);
    expect(first.tasks).toEqual([]);
  });

  it('looks at four pages at most; what stands on further ones is not accepted', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const pages = names.map((_, at) => unlike(['120.00'], at + 1));
    const first = scriptedOcr('first', text);
    const outcome = await run({
      fields: Object.fromEntries(names.map((name) => [name, money])),
      document: documentOf(...pages),
      recognizers: [first],
      tiers: [
        scriptedModel(
          'a',
          names.map((name, at) => cell(`$.${name}`, '120.00', { quote: 'Total 120.00', page: at + 1 })),
        ),
      ],
    });
    expect(first.tasks.map(({ page }) => page.number)).toEqual([1, 2, 3, 4]);
    expect(metaOf(outcome).issues).toContain('page 5 holds hidden or illegible text; it is no evidence');
  });
});
