import { afterAll, expect, it } from 'vitest';
import { supportFor } from '../../../core/evidence/ocr/support.js';
import ppocr from '../../../plugins/recognizers/ppocr.js';
import { documentOf, pageOf } from '../../core/builders.js';
import { at, rawPdf } from '../converters/raw-pdf.js';
import { lines, slip } from './slip.js';

const closers: (() => Promise<void> | void)[] = [];
afterAll(() => Promise.all(closers.map(async (close) => close())));

it.each([
  { runtime: 'natively', native: true },
  { runtime: 'in WebAssembly', native: false },
])('PP-OCR in its sandbox $runtime reads the page of a file, with a box for each word, and keeps what it saw', async ({ native }) => {
  const { recognize } = ppocr.create(
    { deadline_ms: 120_000, memory_mb: 1_500, children: 1, recycle_after: 200, native },
    { secret: (name) => name, log: () => {}, report: () => {}, onProbe: () => {}, onClose: (close) => void closers.push(close) },
  );
  const document = { ...documentOf(pageOf('')), file: { name: 'scan.pdf', bytes: slip() } };
  const { words, lines: seen = [] } = await recognize({ document, page: pageOf(''), languages: [], signal: new AbortController().signal });
  const figures = words.map(({ text }) => text).filter((text) => /\d/.test(text));
  expect(figures).toEqual(
    lines
      .join(' ')
      .split(' ')
      .filter((text) => /\d/.test(text)),
  );
  expect(lines.every((line) => seen.some((one) => (supportFor(line, one)?.likelihood ?? -1) === 0))).toBe(true);
  expect(words.every(({ ocr, certainty = 0 }) => ocr && certainty > 0.5)).toBe(true);
  const [first] = words;
  const leaveOut = words.slice(1).map(({ box }) => box);
  const rest = await recognize({ document, page: pageOf(''), languages: [], leaveOut, signal: new AbortController().signal });
  expect(rest.words.map((word) => word.text)).toEqual([first?.text]);
});

it('PP-OCR reads and keeps of a picture what people see, and no ink that is paler than the print of a page may be', async () => {
  const { recognize } = ppocr.create(
    { deadline_ms: 120_000, memory_mb: 1_500, children: 1, recycle_after: 200, native: true },
    { secret: (name) => name, log: () => {}, report: () => {}, onProbe: () => {}, onClose: (close) => void closers.push(close) },
  );
  const seen = async (grey: number) => {
    const bytes = rawPdf([{ content: `${grey} g ${at(50, 700, 'Papier Vertrieb', 24)}` }]);
    const document = { ...documentOf(pageOf('')), file: { name: 'logo.pdf', bytes } };
    const task = { document, page: pageOf(''), languages: [], signal: new AbortController().signal };
    const { words, lines: kept = [] } = await recognize(task);
    return [...words.map(({ text }) => text), kept.length];
  };
  expect([await seen(0), await seen(0.8), await seen(0.96)]).toEqual([['Papier', 'Vertrieb', 1], ['Papier', 'Vertrieb', 1], [0]]);
});

it('PP-OCR may read beside another engine: what that has found of a page changes nothing', async () => {
  const engine = ppocr.create(
    { deadline_ms: 120_000, memory_mb: 1_500, children: 1, recycle_after: 200, native: true },
    { secret: (name) => name, log: () => {}, report: () => {}, onProbe: () => {}, onClose: (close) => void closers.push(close) },
  );
  const document = { ...documentOf(pageOf('')), file: { name: 'scan.pdf', bytes: slip() } };
  const read = (turn: number | undefined, languages: readonly string[]) =>
    engine.recognize({
      document,
      page: pageOf('', 1, { ...(turn !== undefined && { turn }) }),
      languages,
      signal: new AbortController().signal,
    });
  expect(engine.independent).toBe(true);
  expect(await read(93, ['deu'])).toEqual(await read(undefined, []));
});
