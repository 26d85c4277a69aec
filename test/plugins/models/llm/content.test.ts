import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError, type Document, type Page, type PageSource, type Word } from '../../../../core/index.js';
import { contentOf, drawnContent, pageText } from '../../../../plugins/models/llm/content.js';
import { llmReader } from '../../../../plugins/models/llm/index.js';
import { bedrockProvider, geminiProvider, mistralProvider } from './provider-settings.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { anthropicSetting, chatSetting, docx, line, openaiSetting, type ProviderSetting, pdf, task } from './setting.js';

const page = (...words: readonly Word[]): Page => ({ number: 1, width: 595, height: 842, textLayer: 'native', words, hidden: [] });

describe('the text of a page', () => {
  it('has its rows in the order of the print, whatever the order in the file', () => {
    expect(pageText(page(...line(80, 'Total', '12.00'), ...line(50, 'Invoice', '7')))).toBe('Invoice 7\nTotal 12.00');
  });

  it('shows where a column ends', () => {
    expect(pageText(page(...line(50, 300, '12.00'), ...line(50, 'Total', 'due')))).toBe('Total due   12.00');
  });

  it('keeps a row together whose words stand a little higher or lower', () => {
    expect(pageText(page(...line(50, 'Total'), ...line(52, 100, 'EUR'), ...line(49, 120, '12.00')))).toBe('Total   EUR 12.00');
  });

  it('never shows what cannot be seen', () => {
    expect(pageText({ ...page(...line(50, 'seen')), hidden: line(60, 'unseen') })).toBe('seen');
  });

  it('holds every word once', () => {
    const word = fc.record({
      x: fc.integer({ min: 0, max: 500 }),
      y: fc.integer({ min: 0, max: 800 }),
      height: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(word), (boxes) => {
        const words = boxes.map(({ x, y, height }, index) => ({ text: `w${index}`, box: { x, y, width: 10, height }, ocr: false }));
        expect(
          pageText(page(...words))
            .split(/\s+/)
            .filter(Boolean)
            .sort(),
        ).toEqual(words.map(({ text }) => text).sort());
      }),
    );
  });

  it('is empty where there are no words', () => {
    expect(pdf([]).pages.map(pageText)).toEqual(['']);
  });
});

const byOcr = (...parts: Parameters<typeof line>) => line(...parts).map((word) => ({ ...word, ocr: true }));

/** Draws a page as a picture that says its number and width. */
const pages: PageSource = {
  draw: async (page, width = 0) => ({ mediaType: 'image/png', width, height: 10, bytes: Buffer.from(`page ${page}, ${width} wide`) }),
};
const drawn = (page: number, width = 1_100): string => Buffer.from(`page ${page}, ${width} wide`).toString('base64');
const terms = { pdf: 'pictures', pictureWidth: 1_100, picturesPerCall: 2 } as const;

describe('pages as pictures', () => {
  const document = pdf(line(50, 'Total', '12.00'), byOcr(50, 'Tota1', '12.OO'));

  it('are drawn as wide as it is asked for, in the order of the pages', async () => {
    expect(await drawnContent({ document, pages }, { ...terms, pictureWidth: 800 })).toMatchObject({
      pictures: [
        { page: 1, mediaType: 'image/png', base64: drawn(1, 800) },
        { page: 2, mediaType: 'image/png', base64: drawn(2, 800) },
      ],
    });
  });

  it('come with the text layer, and never with what OCR read', async () => {
    const content = await drawnContent({ document, pages }, terms);
    expect(content).toMatchObject({
      kind: 'text',
      text: expect.stringMatching(/page 1 of 2 ---\nTotal 12.00\n\n--- page 2 of 2 ---\n\(Its picture follows/),
      notes: [],
    });
  });

  it('are no more than one call takes: further pages are text, and a note names them', async () => {
    const long = pdf(line(50, 'one'), line(50, 'two'), byOcr(50, 'three'), []);
    const content = await drawnContent({ document: long, pages }, terms);
    expect(content).toMatchObject({ text: expect.stringContaining('--- page 3 of 4 ---\nthree'), pictures: [{ page: 1 }, { page: 2 }] });
    expect(content).toMatchObject({
      notes: [expect.stringMatching(/^Not shown .*: page 4$/), expect.stringMatching(/^Shown to the model as text.*: page 3$/)],
    });
  });

  it('keep the numbers that they have in the whole document', async () => {
    const part: Document = { ...document, pages: document.pages.slice(1) };
    const content = await drawnContent({ document: part, pages, ofPages: 2 }, terms);
    expect(content).toMatchObject({ text: expect.stringContaining('--- page 2 of 2 ---'), pictures: [{ page: 2, base64: drawn(2) }] });
  });

  it('are not made of a DOCX, which has none', async () => {
    const content = await drawnContent({ document: docx('# Bill'), pages: {} }, terms);
    expect(content).toMatchObject({ text: expect.stringContaining('# Bill') });
    expect(content).not.toHaveProperty('pictures');
  });

  it('that nobody can draw are a failure: they are not dropped silently', async () => {
    await expect(drawnContent({ document, pages: {} }, terms)).rejects.toMatchObject({
      code: 'LLM_ERROR',
      message: expect.stringContaining('pdf: pictures'),
    });
  });

  it('of a scan are shown to a model that text alone would show nothing', () => {
    expect(() => contentOf(pdf([], []), { pdf: 'text' })).toThrow('no text layer');
    expect(contentOf(pdf([], []), terms)).toMatchObject({ kind: 'text', notes: [] });
  });

  it('are refused at boot by a plugin that passes none on', () => {
    const provider = { label: 'old:m', send: () => Promise.reject(new Error('not asked')) };
    const settings = { forms: ['schema'] as const, maxOutputTokens: 1_000, timeoutMs: 1_000 };
    expect(() => llmReader(provider, { ...settings, pdf: 'pictures' })).toThrow(ConfigError);
  });

  it('count in what a reading may cost', () => {
    const reader = (pdfMode: string) =>
      mistralProvider.make('http://127.0.0.1:1', { pdf: pdfMode, pictures_per_call: 1 }).most?.(task({ document })) ?? 0;
    expect(reader('pictures') - reader('text')).toBeGreaterThan(9_000);
  });
});

describe.each<[ProviderSetting, object]>([
  [
    openaiSetting,
    {
      input: [
        { content: [{}, { text: 'Picture of page 1:' }, { type: 'input_image', image_url: `data:image/png;base64,${drawn(1)}` }, {}] },
      ],
    },
  ],
  [
    chatSetting,
    { messages: [{}, { content: [{}, { text: 'Picture of page 1:' }, { image_url: { url: `data:image/png;base64,${drawn(1)}` } }, {}] }] },
  ],
  [
    anthropicSetting,
    {
      messages: [
        {
          content: [
            { type: 'document' },
            { text: 'Picture of page 1:' },
            { type: 'image', source: { media_type: 'image/png', data: drawn(1) } },
            {},
          ],
        },
      ],
    },
  ],
  [mistralProvider, { messages: [{}, { content: [{}, {}, { image_url: { url: `data:image/png;base64,${drawn(1)}` } }, {}] }] }],
  [
    geminiProvider,
    { contents: [{ parts: [{}, { text: 'Picture of page 1:' }, { inlineData: { mimeType: 'image/png', data: drawn(1) } }, {}] }] },
  ],
  [
    bedrockProvider,
    { messages: [{ content: [{}, { text: 'Picture of page 1:' }, { image: { format: 'png', source: { bytes: drawn(1) } } }, {}] }] },
  ],
])('$name', (setting, body) => {
  const server = serverOfEachTest(setting.check ? { check: setting.check } : {});

  it('is sent each picture after a word that says its page, before the fields', async () => {
    server.answer(setting.reply([{ path: '$.total', value: '12.00' }]));
    await setting.make(server.url, { pdf: 'pictures' }).read(task({ pages }));
    expect(server.requests[0]?.body).toMatchObject(body);
  });
});
