import { afterAll, describe, expect, it } from 'vitest';
import type { Document, OcrResult, PluginContext } from '../../../core/index.js';
import tesseract from '../../../plugins/recognizers/tesseract.js';
import { documentOf, pageOf } from '../../core/builders.js';
import { lines, slip } from './slip.js';

const closers: (() => Promise<void> | void)[] = [];
afterAll(() => Promise.all(closers.map(async (close) => close())));

const context: PluginContext = {
  secret: (name) => {
    throw new Error(`no secret ${name} in a test`);
  },
  log: () => {},
  report: () => {},
  onProbe: () => {},
  onClose: (close) => void closers.push(close),
};
const options = { pass: 'first', deadline_ms: 60_000, memory_mb: 700, children: 1, recycle_after: 200 } as const;

const documentIn = (bytes: Uint8Array): Document => ({ ...documentOf(pageOf('')), file: { name: 'scan.pdf', bytes } });
const recognize = (bytes: Uint8Array, more: object = {}, signal = new AbortController().signal): Promise<OcrResult> =>
  tesseract.create({ ...options, ...more }, context).recognize({ document: documentIn(bytes), page: pageOf(''), languages: [], signal });

describe('Tesseract in its sandbox', () => {
  it('reads the page of a file in a child process that may open nothing but code and data', async () => {
    const { words } = await recognize(slip());
    expect(words.map(({ text }) => text).join(' ')).toBe(lines.join(' '));
  });

  it('refuses a page that takes too long, saying so', async () => {
    await expect(recognize(slip(), { deadline_ms: 100 })).rejects.toThrow(
      'The picture of a page could not be read: reading it took more time than the 100 ms allowed',
    );
  });

  it('refuses a page that takes too much memory, saying so', async () => {
    await expect(recognize(slip(), { memory_mb: 60 })).rejects.toThrow(
      'The picture of a page could not be read: reading it took more memory than the 60 MB allowed',
    );
  });

  it('refuses a damaged file', async () => {
    await expect(recognize(Buffer.from('%PDF-1.7 nothing'))).rejects.toThrow('The picture of a page could not be read: it is unreadable');
  });

  it('stops when the caller hangs up', async () => {
    const gone = new AbortController();
    const reading = recognize(slip(), {}, gone.signal);
    gone.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });
});
