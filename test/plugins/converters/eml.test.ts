import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { isMail } from '../../../plugins/sandbox/file-kinds.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { grayPng } from '../../fixtures/pdf/png.js';
import { sample } from '../../fixtures/sample.js';
import { openEml, text } from './open.js';
import { rawXlsx } from './raw-xlsx.js';

const mails = openEml({ max_attachments: 4, max_pages: 6 });
afterAll(() => mails.close());

interface Attached {
  readonly bytes: Uint8Array;
  readonly type?: string;
  /** Lines of headers besides type and encoding. */
  readonly headers?: string;
}

const head = 'From: =?utf-8?q?J=C3=B6rg?= <jorg@example.com>\r\nTo: books@example.com\r\nSubject: Your invoice\r\nMIME-Version: 1.0\r\n';
/** A mail in the form that mail programs write. Source: RFC 2046, 5.1. */
function mail(body: string, attached: readonly Attached[] = [], { type = 'text/plain', boundary = 'b1' } = {}): Buffer {
  const parts = attached.map(({ bytes, type = 'application/octet-stream', headers = 'Content-Disposition: attachment; filename="x"' }) => {
    const isMessage = type === 'message/rfc822';
    const content = isMessage ? Buffer.from(bytes).toString('utf8') : Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
    return `Content-Type: ${type}\r\n${headers}\r\n${isMessage ? '' : 'Content-Transfer-Encoding: base64\r\n'}\r\n${content}\r\n`;
  });
  const pieces = [`Content-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`, ...parts].map((part) => `--${boundary}\r\n${part}`).join('');
  return Buffer.from(`${head}Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${pieces}--${boundary}--\r\n`);
}

const xml = (inside = ''): Buffer => Buffer.from(`<?xml version="1.0"?>${inside}<Invoice xmlns:cbc="urn:b"><cbc:ID>U-7</cbc:ID></Invoice>`);
const picture = (width: number, height: number): Uint8Array => grayPng(new Uint8Array(width * height).fill(200), width, height);
/** Each of its invoices is charged as two pages of print. */
const longMail = (): Buffer => {
  const long = Buffer.from(
    `<?xml version="1.0"?><Invoice><ID>U-7</ID><Note>${'word '.repeat(180)}</Note>${'<Note>a note of some length that is printed</Note>'.repeat(60)}</Invoice>`,
  );
  return mail('x', Array(4).fill({ bytes: long }));
};
const broken = Buffer.from('%PDF-1.7\nno more than a beginning');

describe('a mail', () => {
  it('is the pages of what is attached, in order, and then its own text under its subject, with a picture of each where OCR may need it', async () => {
    const pdf = await invoicePdf(sample());
    const document = await mails.convert(
      mail('Dear all,\r\nplease pay.', [
        { bytes: pdf, type: 'application/pdf' },
        { bytes: Buffer.from('BEGIN:VCARD'), type: 'text/vcard' },
        { bytes: picture(600, 400), type: 'image/png' },
        { bytes: xml() },
      ]),
    );
    const pagesOfPdf = (await PDFDocument.load(pdf)).getPageCount();
    expect(document.pages.map(({ number }) => number)).toEqual(document.pages.map((_, index) => index + 1));
    expect(text(document.pages.at(-1)?.words)).toBe('Your invoice Dear all, please pay.');
    expect(document.pages.map(({ accompanying }) => accompanying === true)).toEqual(
      document.pages.map((page) => page === document.pages.at(-1)),
    );
    expect(document.pages[0]?.words.length).toBeGreaterThan(30);
    expect(document.pages[pagesOfPdf]).toMatchObject({ pictured: true, words: [] });
    expect(text(document.pages[1 + pagesOfPdf]?.words)).toBe('Invoice number U-7');
    expect(document.chargedPages).toBe(1 + pagesOfPdf + 2);
    expect(document.leftOut).toBeUndefined();
    const pictures = await PDFDocument.load(document.pictures ?? new Uint8Array());
    expect(pictures.getPageCount()).toBe(document.pages.length);
    expect(Math.round(pictures.getPage(pagesOfPdf).getWidth())).toBe(Math.round(document.pages[pagesOfPdf]?.width ?? 0));
    expect(document.attachments.map(({ name }) => name)).toEqual(['invoice.xml']);
    expect(document.stated).toBeUndefined();
  });

  it('has its plain text as hidden words where there is HTML, since nobody may have seen it, and no picture of its logo', async () => {
    const logo = { bytes: picture(60, 40), type: 'image/png', headers: 'Content-ID: <logo>\r\nContent-Disposition: inline' };
    const html = { bytes: Buffer.from('<p>Please <b>wait</b></p>'), type: 'text/html', headers: 'Content-Description: body' };
    const document = await mails.convert(mail('Please pay', [html, logo]));
    expect(document.pages).toHaveLength(1);
    expect(text(document.pages[0]?.words)).toBe('Your invoice');
    expect(text(document.pages[0]?.hidden)).toContain('Please pay');
    expect(document.leftOut).toEqual([expect.stringContaining('the HTML of the mail was not read')]);
    const alone = await mails.convert(mail('<p>Total 9.00</p>', [], { type: 'text/html' }));
    expect(alone.pages.map(({ words, hidden }) => text([...words, ...hidden])).join(' ')).not.toContain('9.00');
  });

  it('without attachments is a document of its own, of which sender, recipients and day are no part: whoever forwards it has not issued it', async () => {
    const { pages } = await mails.convert(mail('Dear all,\r\nplease pay.'));
    expect(pages.map(({ words, accompanying }) => [text(words), accompanying])).toEqual([
      ['Your invoice Dear all, please pay.', undefined],
    ]);
  });

  it('says which attachments are not read, but for what is never a document', async () => {
    const { leftOut, pages } = await mails.convert(
      mail('The workbook and the card are attached.', [
        { bytes: Buffer.from('a,b'), type: 'text/csv' },
        { bytes: Buffer.from('BEGIN:VCARD'), type: 'text/vcard' },
      ]),
    );
    expect(leftOut).toEqual([expect.stringMatching(/^attachment 1 \(text\/csv\) was not read: it is no PDF, DOCX, XLSX/)]);
    expect(text(pages[0]?.words)).toBe('Your invoice The workbook and the card are attached.');
  });

  it('says what of an attached workbook is not read', async () => {
    const bytes = Buffer.from(
      await rawXlsx({ sheets: [{ content: '<sheetData><row><c><f>1+1</f></c><c><v>7</v></c></row></sheetData>' }] }),
    );
    const { leftOut, pages } = await mails.convert(mail('See below', [{ bytes, type: 'application/octet-stream' }]));
    expect(leftOut).toEqual([expect.stringMatching(/^attachment 1: 1 cell holds a formula whose result is not stored \(page 1: A1\)/)]);
    expect(pages.map(({ words }) => text(words)).join(' ')).toContain('7');
  });

  it('gives what is attached to a mail in it, too', async () => {
    const inner = mail('Forwarded', [{ bytes: picture(600, 400), type: 'image/png' }], { boundary: 'b2' });
    for (const headers of ['Content-Disposition: attachment', 'Content-Description: inline']) {
      const { pages } = await mails.convert(mail('See below', [{ bytes: inner, type: 'message/rfc822', headers }]));
      expect(pages.filter(({ pictured }) => pictured)).toHaveLength(1);
      expect(pages.map(({ words }) => text(words)).join(' ')).toContain('Forwarded');
    }
  });

  it('is told from other text by its headers', () => {
    const others = ['Invoice: 7\nTotal: 9\n\n', 'From: me\n\nhello', '', '<html>', 'Subject: a\nno header\nFrom: b\n\n'];
    expect([mail('x'), ...others.map((other) => Buffer.from(other))].map(isMail)).toEqual([true, false, false, false, false, false]);
  });

  const nested = (depth: number): Buffer =>
    depth === 0 ? mail('innermost') : mail('outer', [{ bytes: nested(depth - 1), type: 'message/rfc822' }], { boundary: `n${depth}` });
  const multipart = (depth: number): Buffer => {
    const open = Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=x${at}\r\n\r\n--x${at}\r\n`).join('');
    return Buffer.from(`${head}${open}Content-Type: text/plain\r\n\r\nhello\r\n`);
  };

  it.each([
    [
      'an attachment that is broken',
      mail('x', [{ bytes: xml() }, { bytes: broken }]),
      /mail could not be read: attachment 2: .*unreadable/,
    ],
    ['an attached XML with a DTD', mail('x', [{ bytes: xml('<!DOCTYPE Invoice>') }]), /attachment 1: .*document type definition/],
    ['more attachments than allowed', mail('x', Array(5).fill({ bytes: xml() })), /attachment.*at most 4 are read/],
    ['more pages than allowed', longMail(), /too many pages, \d+; at most 6/],
    ['more text than its pages can have', mail('1,'.repeat(20_000)), /too many pages, \d+; at most 6/],
    ['mails in mails in mails', nested(6), /nested deeper/],
    ['parts nested too deep', multipart(80), /nested deeper than 64/],
  ])('is refused with a reason: %s', async (_, bytes, reason) => {
    await expect(mails.convert(bytes)).rejects.toThrow(reason);
    expect(mails.lost).toEqual([]);
  });

  it('says which page has words that are too long to be read, and reads the others', async () => {
    const document = await mails.convert(mail(`Total 12.00 ${'1,'.repeat(1_500)}`));
    expect(text(document.pages[0]?.words)).toBe('Your invoice Total 12.00');
    expect(document.leftOut).toEqual(['page 1 has words of more than 2000 characters, which were not read']);
  });
});
