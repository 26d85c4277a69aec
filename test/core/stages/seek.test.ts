import { describe, expect, it } from 'vitest';
import { definePlugin, type OcrResult, type Page, type Part, type RecognizeTask, type Word } from '../../../core/index.js';
import { cell, documentOf, entryOf, pageOf, run, scriptedModel, text } from '../builders.js';

/** An engine that reads a text in the figures of any page, or fails. */
function engineThatReads(seen: string | Error): Part<'recognizer'> & { readonly tasks: RecognizeTask[] } {
  const tasks: RecognizeTask[] = [];
  const recognize = async (task: RecognizeTask): Promise<OcrResult> => {
    tasks.push(task);
    if (seen instanceof Error) throw seen;
    return { words: pageOf(seen).words.map((word): Word => ({ ...word, ocr: true, certainty: 0.98 })), turn: 0 };
  };
  return { plugin: definePlugin({ kind: 'recognizer', name: 'engine', create: () => ({ recognize }) }), tasks };
}

const printed = '\n\n\nInvoice A-17\nBill to: Kraxi GmbH\nTotal 120.00';
const withLogo = pageOf(printed, 1, { figures: true });

const sellerOf = async (name: string, engine: Part<'recognizer'>, pages: readonly Page[] = [withLogo], quote = name) => {
  const outcome = await run({
    document: documentOf(...pages),
    fields: { seller_name: text },
    recognizers: [engine],
    tiers: [scriptedModel('a', [cell('$.seller_name', name, { quote })])],
  });
  return entryOf(outcome, '$.seller_name');
};

describe('a name that no words of the document say', () => {
  it('is found in a logo, where OCR reads what its own words leave', async () => {
    const engine = engineThatReads('Papier Vertrieb');
    expect(await sellerOf('Papier Vertrieb', engine)).toMatchObject({ page: 1, text: 'Papier Vertrieb' });
    expect(engine.tasks.map(({ page, leaveOut }) => [page.number, leaveOut])).toEqual([[1, withLogo.words.map(({ box }) => box)]]);
  });

  it('stays unfound where the figures say something else, or cannot be read', async () => {
    for (const engine of [engineThatReads('Papier Vertrag'), engineThatReads(new Error('broken'))]) {
      const seller = await sellerOf('Papier Vertrieb', engine);
      expect(seller.reason).toContain('Not found on the page');
      expect(seller.score).toBeLessThan(0.85);
    }
  });

  it('is looked for on two pages with figures at most, and on none without', async () => {
    const engine = engineThatReads('nothing');
    const pages = [pageOf(printed, 1), ...[2, 3, 4].map((number) => pageOf(printed, number, { figures: true }))];
    await sellerOf('Papier Vertrieb', engine, pages);
    expect(engine.tasks.map(({ page }) => page.number)).toEqual([2, 3]);
  });

  it('is not looked for where words say it, or it is hardly a name', async () => {
    const engine = engineThatReads('Kraxi GmbH 4711 Abc');
    for (const name of ['Kraxi GmbH', '4711', 'Abc']) await sellerOf(name, engine);
    const misquoted = await sellerOf('Kraxi GmbH', engine, [withLogo], 'Invoice A-17');
    expect(misquoted.reason).toContain('the quoted words do not say the value');
    expect(engine.tasks).toEqual([]);
  });
});
