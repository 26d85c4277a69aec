import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { invoiceDocx } from '../../fixtures/docx/invoice-docx.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../fixtures/sample.js';
import { type OpenedConverter, openDocx, openPdf, text } from './open.js';

const [pdf, docx] = [openPdf(), openDocx()];
afterAll(() => Promise.all([pdf.close(), docx.close()]));

/** Bytes of a good document with some of them changed, or its end cut off. */
const broken = (good: Uint8Array) =>
  fc
    .record({ at: fc.array(fc.nat(good.length - 1), { maxLength: 12 }), byte: fc.nat(255), keep: fc.integer({ min: 1, max: good.length }) })
    .map(({ at, byte, keep }) => {
      const bytes = Uint8Array.from(good);
      for (const index of at) bytes[index] = byte;
      return bytes.subarray(0, at.length === 0 ? keep : good.length);
    });

async function survives(converter: OpenedConverter, good: Uint8Array): Promise<void> {
  const property = fc.asyncProperty(broken(good), async (bytes) => {
    const answer = await converter.convert(bytes).catch((error) => error);
    expect(answer.pages ? 'read' : answer.code).toMatch(/^(?:read|EXTRACTION_FAILED)$/);
  });
  await fc.assert(property, { numRuns: 60 });
  expect((await converter.convert(good)).pages[0]?.words.length).toBeGreaterThan(50);
}

describe('a damaged invoice', () => {
  it('as PDF is read or refused, and the next good one is read', async () => survives(pdf, await invoicePdf(sample())));
  it('as DOCX is read or refused, and the next good one is read', async () => survives(docx, await invoiceDocx(sample())));
});

describe('the sample invoice', () => {
  it('has the same numbers as PDF and as DOCX', async () => {
    const [printed, written] = [await pdf.convert(await invoicePdf(sample())), await docx.convert(await invoiceDocx(sample()))];
    const printedWords = new Set(printed.pages.flatMap((page) => page.words).map((word) => word.text));
    const rest = (written.pages[0]?.words ?? []).filter((word) => /\d/.test(word.text) && !printedWords.has(word.text));
    expect(text(rest)).toBe('');
  });
});
