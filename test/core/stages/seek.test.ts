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
const withLogo = pageOf(printed, 1, { figures: 'small' });

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
    const pages = [pageOf(printed, 1), ...[2, 3, 4].map((number) => pageOf(printed, number, { figures: 'small' }))];
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

describe('a null on a page with a picture as large as some lines of text', () => {
  const withPicture = pageOf(printed, 1, { figures: 'large' });
  const ibanOf = async (engine: Part<'recognizer'> | undefined, page: Page) =>
    entryOf(
      await run({
        document: documentOf(page),
        fields: { iban: text },
        recognizers: engine ? [engine] : [],
        tiers: [scriptedModel('a', [cell('$.iban', null)])],
      }),
      '$.iban',
    );

  it('is doubted where OCR reads the label and the value in the picture', async () => {
    const { score, reason } = await ibanOf(engineThatReads('IBAN: DE89370400440532013000'), withPicture);
    expect(reason).toContain('"IBAN" stands beside "DE89370400440532013000"');
    expect(score).toBeLessThan(0.85);
  });

  it('is believed where the picture says nothing, and not where nobody has read it', async () => {
    expect((await ibanOf(engineThatReads(''), withPicture)).score).toBeGreaterThan(0.85);
    for (const engine of [undefined, engineThatReads(new Error('broken'))])
      expect((await ibanOf(engine, withPicture)).reason).toBe('Not present: yet a picture may show what was not read');
  });

  it('has nobody look at pictures that are smaller, or where every field has a value', async () => {
    const engine = engineThatReads('IBAN: DE89370400440532013000');
    expect((await ibanOf(engine, withLogo)).score).toBeGreaterThan(0.85);
    await sellerOf('Kraxi GmbH', engine, [withPicture]);
    expect(engine.tasks).toEqual([]);
  });
});
