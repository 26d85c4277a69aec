import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  type Document,
  definePlugin,
  ExtractionError,
  type OcrResult,
  type Page,
  type Part,
  parseSchema,
  type RecognizeTask,
  type SchemaChoice,
  type Word,
} from '../../../core/index.js';
import { cell, documentOf, engineOf, entryOf, metaOf, money, pageOf, run, scriptedModel } from '../builders.js';

/** The result of an OCR engine that reads this text without a mistake, with the given certainty. */
const ocrText = (text: string, certainty = 0.95, more: Partial<OcrResult> = {}): OcrResult => ({
  words: pageOf(text).words.map((word): Word => ({ ...word, ocr: true, certainty })),
  turn: 0,
  ...more,
});

type Script = OcrResult | Error | ((task: RecognizeTask) => Promise<OcrResult>);

function scriptedOcr(name: string, ...scripts: readonly Script[]): Part<'recognizer'> & { readonly tasks: RecognizeTask[] } {
  const tasks: RecognizeTask[] = [];
  const recognize = async (task: RecognizeTask): Promise<OcrResult> => {
    const script = scripts[Math.min(tasks.length, scripts.length - 1)] ?? ocrText('');
    tasks.push(task);
    if (script instanceof Error) throw script;
    return typeof script === 'function' ? script(task) : script;
  };
  return { plugin: definePlugin({ kind: 'recognizer', name, create: () => ({ recognize }) }), tasks };
}

const pictureOf = (number: number): Page => pageOf('', number, { pictured: true });
const picture = pictureOf(1);
const text = 'Subtotal 100.00\nVAT 20.00\nTotal 120.00';
const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const asked = { fields: { total: money }, required: ['total'] } as const;

describe('a page that is a picture', () => {
  it('is read by the OCR engine, and its words are evidence', async () => {
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', ocrText(text))],
      tiers: [scriptedModel('a', [total])],
    });
    const entry = entryOf(outcome, '$.total');
    expect(entry).toMatchObject({ page: 1, text: 'Total 120.00' });
    expect(entry.score).toBeGreaterThanOrEqual(0.85);
  });

  it('is one, too, where a converter hands over pictures of its pages and does not say which pages they are', async () => {
    const unsaid = pageOf('', 1);
    const withPictures = { ...documentOf(unsaid), pictures: Buffer.from('%PDF-1.7') };
    const answer = (document: Document, ocr: ReturnType<typeof scriptedOcr>) =>
      run({ ...asked, document, recognizers: [ocr], tiers: [scriptedModel('a', [total])] });
    const [read, blank, plain] = [scriptedOcr('a', ocrText(text)), scriptedOcr('b', ocrText(text)), scriptedOcr('c', ocrText(text))];
    expect(entryOf(await answer(withPictures, read), '$.total')).toMatchObject({ page: 1, text: 'Total 120.00' });
    await answer({ ...withPictures, pages: [{ ...unsaid, pictured: false }] }, blank);
    await answer(documentOf(unsaid), plain);
    expect([read.tasks.length, blank.tasks.length, plain.tasks.length]).toEqual([1, 0, 0]);
  });

  it('keeps the little text of its own that it has beside the picture', async () => {
    const stamped = pageOf('Total 120.00', 1, { pictured: true });
    const misread = ocrText('Tctal 12O.00\nPaid');
    const outcome = await run({
      ...asked,
      document: documentOf(stamped),
      recognizers: [scriptedOcr('first', misread)],
      tiers: [scriptedModel('a', [total])],
    });
    expect(entryOf(outcome, '$.total').score).toBe(0.95);
  });

  it('has the amounts of its layer put together that an engine cut before us, with an engine of ours and without', async () => {
    const cut = pageOf('Total 120. 00', 1, { pictured: true, textLayer: 'ocr' });
    const layer = { ...cut, words: cut.words.map((word): Word => ({ ...word, ocr: true })) };
    const whole = cell('$.total', '120.00', { quote: 'Total 120.00' });
    for (const recognizers of [[], [scriptedOcr('first', ocrText('Total 120.00'))]]) {
      const outcome = await run({ ...asked, document: documentOf(layer), recognizers, tiers: [scriptedModel('a', [whole])] });
      expect(entryOf(outcome, '$.total')).toMatchObject({ page: 1, text: 'Total 120.00' });
    }
  });

  it('whose layer is not recognized again is not read by the witnesses again for Tier 2', async () => {
    const page = pageOf('Total 120.00', 1, { textLayer: 'ocr' });
    const layer = { ...page, words: page.words.map((word): Word => ({ ...word, ocr: true })) };
    const witness = scriptedModel('witness', []);
    const tiers = [scriptedModel('a', [cell('$.total', null)]), scriptedModel('b', [total])];
    const outcome = await run({ ...asked, document: documentOf(layer), recognizers: [], tiers, witnesses: [witness] });
    expect([outcome.metadata.fallbackTriggered, witness.tasks.length]).toEqual([true, 1]);
  });

  it('makes a value no surer than its least sure word', async () => {
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', ocrText(text, 0.7))],
      tiers: [scriptedModel('a', [total])],
    });
    expect(entryOf(outcome, '$.total').score).toBeLessThanOrEqual(0.7);
    expect(metaOf(outcome).issues).toContain('$.total: Partially obscured: read from the image with a certainty of 0.70');
  });

  it('is recognized only where it has no text of its own', async () => {
    const recognizer = scriptedOcr('first', ocrText(text));
    await run({ ...asked, document: documentOf(text, pictureOf(2)), recognizers: [recognizer], tiers: [scriptedModel('a', [total])] });
    expect(recognizer.tasks.map(({ page }) => page.number)).toEqual([2]);
  });

  it('that cannot be read says why, and the other pages are read', async () => {
    const broken = new ExtractionError(
      'EXTRACTION_FAILED',
      'The picture of a page could not be read: reading it took more time than the 30000 ms allowed',
    );
    const recognizer = scriptedOcr('first', broken, ocrText(text));
    const outcome = await run({
      ...asked,
      document: documentOf(picture, pictureOf(2)),
      recognizers: [recognizer],
      tiers: [scriptedModel('a', [{ ...total, page: 2 }])],
    });
    const entry = entryOf(outcome, '$.total');
    expect([entry.page, entry.score >= 0.85]).toEqual([2, true]);
    expect(metaOf(outcome).issues).toContain(
      'page 1 is a picture that was not read: The picture of a page could not be read: reading it took more time than the 30000 ms allowed',
    );
  });

  it('tells the pages after it the language it is in', async () => {
    const recognizer = scriptedOcr('first', ocrText('Rechnung', 0.9, { language: 'deu' }), ocrText('Summe'));
    await run({ ...asked, document: documentOf(picture, pictureOf(2)), recognizers: [recognizer], tiers: [scriptedModel('a', [total])] });
    expect(recognizer.tasks.map(({ languages }) => languages)).toEqual([[], ['deu']]);
  });

  it('that lies on its side is as wide as it was high', async () => {
    const reader = scriptedModel('a', [total]);
    await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', ocrText(text, 0.95, { turn: 90 }))],
      tiers: [reader],
    });
    expect(reader.tasks[0]?.document.pages[0]).toMatchObject({ width: 842, height: 595, turn: 90 });
  });

  it('that lies on its side keeps the text of its own where it stands once it is turned', async () => {
    const stamped = pageOf('Paid', 1, { pictured: true });
    const reader = scriptedModel('a', [total]);
    const recognizer = scriptedOcr('first', ocrText(text, 0.95, { turn: 90 }));
    await run({ ...asked, document: documentOf(stamped), recognizers: [recognizer], tiers: [reader] });
    const kept = reader.tasks[0]?.document.pages[0]?.words.find((word) => word.text === 'Paid');
    expect(kept).toMatchObject({ ocr: false, box: { x: 842 - 40 - 10, y: 40, width: 10, height: 24 } });
  });

  it('takes no more than half of the time that is left; the readers have the rest', async () => {
    const slow = (task: RecognizeTask) =>
      new Promise<OcrResult>((_, reject) => task.signal.addEventListener('abort', () => reject(task.signal.reason)));
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      deadlineMs: 400,
      recognizers: [scriptedOcr('first', slow)],
      tiers: [scriptedModel('a', [total])],
    });
    expect(outcome.error).toBeUndefined();
    expect(metaOf(outcome).issues).toContain('page 1 is a picture that was not read: no time was left for its picture');
  });
});

describe('a second recognizer', () => {
  const unsure = ocrText(text, 0.7);

  it('that finds the page to lie otherwise takes the place of the first, which read a page on its side', async () => {
    const reader = scriptedModel('b', [total]);
    await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', ocrText('TE Tat 2 E om Eg', 0.4, { turn: 90 })), scriptedOcr('second', ocrText(text))],
      tiers: [scriptedModel('a', [total]), reader],
    });
    expect(reader.tasks[0]?.document.pages[0]?.words.map((word) => word.text).join(' ')).toBe(text.replaceAll('\n', ' '));
  });

  it('that reads less, and takes the page to lie otherwise, leaves it as the first has turned it', async () => {
    for (const poor of [ocrText(''), ocrText('IEJOI E ZI', 0.4)]) {
      const reader = scriptedModel('b', [total]);
      await run({
        ...asked,
        document: documentOf(picture),
        recognizers: [scriptedOcr('first', ocrText(text, 0.7, { turn: 180 })), scriptedOcr('second', poor)],
        tiers: [scriptedModel('a', [total]), reader],
      });
      expect(reader.tasks[0]?.document.pages[0]).toMatchObject({ turn: 180, textLayer: 'ocr' });
      expect(reader.tasks[0]?.document.pages[0]?.words.map((word) => word.text).join(' ')).toBe(text.replaceAll('\n', ' '));
    }
  });

  it('is taken where Tier 2 is asked, and what both read is sure', async () => {
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', unsure), scriptedOcr('other', ocrText(text, 0.8))],
      tiers: [scriptedModel('a', [total]), scriptedModel('b', [total])],
    });
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
    expect(outcome.metadata.fallbackTriggered).toBe(true);
  });

  it('is taken without a Tier 2, too: what Tier 1 said is weighed again, and it counts as no fallback', async () => {
    const reader = scriptedModel('a', [total]);
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', unsure), scriptedOcr('other', ocrText(text, 0.8))],
      tiers: [reader],
    });
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
    expect([outcome.metadata.fallbackTriggered, reader.tasks.length]).toEqual([false, 1]);
  });

  it('is taken where the gate is content, too, if no words say another value that was read', async () => {
    const outcome = await run({
      fields: { total: money, tax: money },
      required: ['total'],
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', ocrText('Total 120.00')), scriptedOcr('other', ocrText(text))],
      tiers: [scriptedModel('a', [total, cell('$.tax', '20.00', { quote: 'VAT 20.00' })]), scriptedModel('b', [])],
    });
    expect(entryOf(outcome, '$.tax')).toMatchObject({ page: 1, text: 'VAT 20.00' });
    expect(outcome.metadata.fallbackTriggered).toBe(false);
  });

  it('that fails leaves what the first one read, and says so', async () => {
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', unsure), scriptedOcr('other', new ExtractionError('EXTRACTION_FAILED', 'it took too long'))],
      tiers: [scriptedModel('a', [total]), scriptedModel('b', [total])],
    });
    expect(entryOf(outcome, '$.total').score).toBeLessThanOrEqual(0.7);
    expect(metaOf(outcome).issues).toContain('page 1 is a picture that was looked at only once: it took too long');
  });

  it('is not taken where the first reading is accepted', async () => {
    const other = scriptedOcr('other', ocrText(text));
    await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', ocrText(text)), other],
      tiers: [scriptedModel('a', [total]), scriptedModel('b', [])],
    });
    expect(other.tasks).toEqual([]);
  });

  it('that reads another amount makes the value doubtful, and says what it may be', async () => {
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', unsure), scriptedOcr('other', ocrText(text.replace('Total 120.00', 'Total 126.00'), 0.6))],
      tiers: [scriptedModel('a', [total]), scriptedModel('b', [total])],
    });
    expect(entryOf(outcome, '$.total').score).toBeLessThanOrEqual(0.6);
    expect(metaOf(outcome).issues.join('\n')).toContain('"120.00" may be "126.00"');
  });

  it('leaves a document of text alone: no reader and no witness is asked for another', async () => {
    const [recognizer, witness] = [scriptedOcr('first', ocrText(text)), scriptedModel('w', [total])];
    await run({
      ...asked,
      document: documentOf(text),
      recognizers: [recognizer, recognizer],
      witnesses: [witness],
      tiers: [scriptedModel('a', []), scriptedModel('b', [total])],
    });
    expect([recognizer.tasks.length, witness.tasks.length]).toEqual([0, 1]);
  });
});

// On one processor it waits for the first, as every other does.
describe.skipIf(availableParallelism() === 1)('a second look by an engine that needs nothing from the first', () => {
  /** An engine that may read beside the first. */
  function independentOcr(...scripts: readonly Script[]) {
    const scripted = scriptedOcr('other', ...scripts);
    const { create } = scripted.plugin;
    const plugin = { ...scripted.plugin, create: (...given: Parameters<typeof create>) => ({ ...create(...given), independent: true }) };
    return { ...scripted, plugin };
  }
  const unsure = ocrText(text, 0.7);
  const surer = ocrText(text, 0.8);
  const tiers = [scriptedModel('a', [total])];

  it('begins beside the first, and its words count once the first leaves a doubt', async () => {
    const other = independentOcr(surer);
    let begunBefore = 0;
    const first = scriptedOcr('first', async () => {
      begunBefore = other.tasks.length;
      return unsure;
    });
    const outcome = await run({ ...asked, document: documentOf(picture), recognizers: [first, other], tiers });
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
    expect([begunBefore, other.tasks.length]).toEqual([1, 1]);
  });

  it('is told nothing that the first has found, whenever it begins', async () => {
    const other = independentOcr(new Error('killed'), surer);
    const german = { ...unsure, language: 'deu' };
    await run({ ...asked, document: documentOf(picture), recognizers: [scriptedOcr('first', german), other], tiers });
    expect(other.tasks.map(({ languages, page }) => [languages, page.turn])[0]).toEqual([[], undefined]);
  });

  it('that fails is made again', async () => {
    const other = independentOcr(new Error('killed'), surer);
    const outcome = await run({ ...asked, document: documentOf(picture), recognizers: [scriptedOcr('first', unsure), other], tiers });
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
    expect(other.tasks.length).toBe(2);
  });

  it('that nobody asks for may fail', async () => {
    const other = independentOcr(new Error('killed'));
    const outcome = await run({
      ...asked,
      document: documentOf(picture),
      recognizers: [scriptedOcr('first', ocrText(text)), other],
      tiers,
    });
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.85);
    expect(other.tasks.length).toBe(1);
  });

  it('that fails at once fails nothing', async () => {
    const throwing = scriptedOcr('other', surer);
    const recognize = () => {
      throw new Error('no');
    };
    const plugin = { ...throwing.plugin, create: () => ({ independent: true, recognize }) };
    const outcome = await run({ ...asked, document: documentOf(picture), recognizers: [scriptedOcr('first', unsure), { plugin }], tiers });
    expect(metaOf(outcome).issues).toContainEqual(
      expect.stringMatching(
        /^page 1 is a picture that was looked at only once: its picture could not be read \(Error, recognize\.test\.ts:\d+\)$/,
      ),
    );
  });

  it('waits where a document has several pages to read: they take all the processors there are', async () => {
    const other = independentOcr(surer);
    const begun: number[] = [];
    const first = scriptedOcr('first', async () => {
      begun.push(other.tasks.length);
      return unsure;
    });
    await run({ ...asked, document: documentOf(picture, pictureOf(2)), recognizers: [first, other], tiers });
    expect([begun, other.tasks.length]).toEqual([[0, 0], 2]);
  });

  it('waits where another document is being looked at', async () => {
    const other = independentOcr(surer);
    const begun: number[] = [];
    const first = scriptedOcr('first', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      begun.push(other.tasks.length);
      return unsure;
    });
    const engine = engineOf({ document: documentOf(picture), recognizers: [first, other], tiers });
    const schema = parseSchema('{"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}');
    await Promise.all(['a.txt', 'b.txt'].map((name) => engine.extract({ file: { name, bytes: new Uint8Array() }, schema })));
    expect(begun).toEqual([1, 1]);
    await engine.close();
  });

  it('waits where another one, which nobody has asked for, is still under way', async () => {
    const ends: (() => void)[] = [];
    const other = independentOcr(() => new Promise((resolve) => ends.push(() => resolve(surer))));
    const engine = engineOf({ document: documentOf(picture), recognizers: [scriptedOcr('first', ocrText(text)), other], tiers });
    const schema = parseSchema('{"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}');
    const extract = () => engine.extract({ file: { name: 'a.txt', bytes: new Uint8Array() }, schema });
    await extract();
    await extract();
    expect(other.tasks.length).toBe(1);
    for (const end of ends) end();
    await new Promise((resolve) => setImmediate(resolve));
    await extract();
    expect(other.tasks.length).toBe(2);
    await engine.close();
  });

  it('begins for nothing but a document that is read', async () => {
    const other = independentOcr(surer);
    const engine = engineOf({ document: documentOf(picture), recognizers: [scriptedOcr('first', ocrText(text)), other], schemas: [] });
    await engine.classify({ name: 'a.pdf', bytes: new Uint8Array() }).catch(() => undefined);
    expect(other.tasks.length).toBe(0);
    await engine.close();
  });
});

it('a picture that no schema suits as one engine reads it is looked at by the other before it is said to be unknown', async () => {
  const text = '{"type": "object", "properties": {"total": {"type": "number"}}}';
  const choice = (title: string): SchemaChoice => ({
    name: title.toLowerCase(),
    version: '1',
    title,
    words: [],
    schema: parseSchema(text),
    text,
  });
  const readBy = async (...recognizers: readonly Part<'recognizer'>[]) => {
    const engine = engineOf({ document: documentOf(picture), recognizers, schemas: [choice('Invoice'), choice('Receipt')] });
    return (await engine.classify({ name: 'a.pdf', bytes: new Uint8Array() })).schema?.name;
  };
  const [blurred, clear] = [ocrText('Inv01ce'), ocrText('Invoice number: R-17\nDue date: 2026-03-31\nTotal 120.00')];
  const [unasked, asked] = [scriptedOcr('other', clear), scriptedOcr('other', clear)];
  expect(await readBy(scriptedOcr('first', blurred))).toBeUndefined();
  expect(await readBy(scriptedOcr('first', blurred), asked)).toBe('invoice');
  expect(await readBy(scriptedOcr('first', clear), unasked)).toBe('invoice');
  expect([asked.tasks.length, unasked.tasks.length]).toEqual([1, 0]);
});
