import { PDFDocument } from 'pdf-lib';
import { beforeAll, expect, it } from 'vitest';
import { buildInvoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import type { FaultExhibit } from '../../../kit/exhibit.js';
import { randomOf } from '../../../kit/random.js';
import { markAt } from '../../../kit/sheet.js';
import { invoicePage, invoiceTruth, typedExhibit } from '../typed-exhibit.js';
import { secondDocument } from './second-document.js';

let exhibit: FaultExhibit;

beforeAll(async () => {
  const file = { name: 'a.pdf', bytes: await invoicePdf(buildInvoice()) };
  const fields = { invoice_number: { value: 'RE-5000-1' }, total: { value: 123.45 }, tax: { value: 122.74 } };
  const page = invoicePage.replace('RE-4711-8', 'RE-5000-1').replace('768,74', '123,45');
  exhibit = { ...typedExhibit(), file, other: { ...typedExhibit({ ...invoiceTruth, fields, line_items: null }, page), file } };
});

it('joins two documents and reads values of the second one, each on its page', async () => {
  const planted = await secondDocument.plant(exhibit, randomOf(1));
  const read = planted.map(({ sheet, targets: [path = ''] }) => [path, markAt(sheet, path)?.value, markAt(sheet, path)?.page]);
  expect(read.toSorted()).toEqual([
    ['$.invoice_number', 'RE-5000-1', 2],
    ['$.total', '123,45', 2],
  ]);
  const pages = planted.map(async ({ file }) => (await PDFDocument.load(file?.bytes ?? '')).getPageCount());
  expect(await Promise.all(pages)).toEqual([2, 2]);
});

it('joins nothing where there is no second document, or one that cannot be written', async () => {
  const { other, ...alone } = exhibit;
  expect(await secondDocument.plant(alone, randomOf(1))).toEqual([]);
  const broken = { ...exhibit, file: { name: 'a.docx', bytes: new Uint8Array([1]) } };
  expect(await secondDocument.plant(broken, randomOf(1))).toEqual([]);
});
