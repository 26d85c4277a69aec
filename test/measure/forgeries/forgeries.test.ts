import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { loadPdfium } from '../../../plugins/pdfium/pdfium.js';
import { openPdf, text } from '../../plugins/converters/open.js';
import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { shows, type Way, ways } from './forge.js';
import { type Editor, targetIn } from './target.js';

const pdfium = (await loadPdfium({ mb: 512, exceeded: false })) as Editor;
const total = { content: at(50, 700, 'Invoice 2026') + at(50, 600, 'Total') + at(200, 600, '1,440.00') };
const bytes = rawPdf([total, total]);
const target = targetIn(pdfium, bytes, { id: 'a', total: '144000' });
const other = rawPdf([{ content: at(50, 700, 'Another letter') }]);

async function forged(way: Way): Promise<Uint8Array> {
  const file = target && (await ways[way](pdfium, { bytes, target, other }));
  if (!file) throw new Error(`not forged: ${way}`);
  return file;
}

async function firstAndLast(file: Uint8Array): Promise<readonly string[]> {
  const pdf = openPdf();
  try {
    const { pages } = await pdf.convert(file);
    return [pages.at(0), pages.at(-1)].map((page) => text(page?.words));
  } finally {
    await pdf.close();
  }
}

it('the last of the stated totals becomes another number of its digits', () => {
  expect(target).toMatchObject({ page: 1, from: '1,440.00', to: '4,440.00' });
});

it('an IBAN becomes another one, of an account that can exist', () => {
  const { from, to } = targetIn(pdfium, rawPdf([{ content: at(50, 700, 'DE89370400440532013000') }]), { id: 'a' }) ?? {};
  expect([from, to?.slice(0, 4)]).toEqual(['DE89370400440532013000', 'DE89']);
  expect(to).not.toBe(from);
  // Source: ISO 13616, with the letters D and E as 13 and 14.
  expect(BigInt(`${to?.slice(4)}131489`) % 97n).toBe(1n);
});

const [drawn, edited, note] = ['white box and text, saved behind the file', 'text exchanged, in its own font', 'note laid on top'] as const;

it.each([drawn, edited, note, 'text exchanged, in another typeface'] as const)('a page shows what it became: %s', async (way) => {
  expect(await firstAndLast(await forged(way))).toEqual(['Invoice 2026 Total 1,440.00', 'Invoice 2026 Total 4,440.00']);
});

it('what is saved behind a file begins with it', async () => {
  expect(Buffer.from(await forged(drawn)).subarray(0, bytes.length)).toEqual(Buffer.from(bytes));
});

it('a file whose table of objects is a stream is saved behind itself, too', async () => {
  const file = await (await PDFDocument.load(bytes)).save();
  const again = target && (await ways[drawn](pdfium, { bytes: file, target, other }));
  expect(again && (await firstAndLast(again))).toEqual(['Invoice 2026 Total 1,440.00', 'Invoice 2026 Total 4,440.00']);
});

it('a page is exchanged, and a scan has no words', async () => {
  expect(await firstAndLast(await forged('page of another file'))).toEqual(['Invoice 2026 Total 1,440.00', 'Another letter']);
  expect(await firstAndLast(await forged('scan with a patch in its picture'))).toEqual(['', '']);
});

it('a file that shows the old number was not forged', async () => {
  if (!target) throw new Error('no target');
  expect(shows(pdfium, bytes, { bytes, target, other })).toBe(false);
  expect(shows(pdfium, await forged(edited), { bytes, target, other })).toBe(true);
});
