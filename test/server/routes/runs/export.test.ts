import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../core/index.js';
import pdf from '../../../../plugins/converters/pdf.js';
import { at, rawPdf } from '../../../plugins/converters/raw-pdf.js';
import { call, extract } from '../../support/door.js';
import { filePart, form, schemaPart } from '../../support/form.js';
import { tinyParts } from '../../support/tiny-parts.js';
import { auth, judge, keptRun, strictDoor } from './review.js';

const exported = (app: Parameters<typeof call>[0], id: string, query: string) =>
  call(app, { url: `/v1/runs/${id}/export${query}`, headers: auth() });

describe('a kept run as a file', () => {
  it('is a workbook unless another format is asked for, and a table with what proves each value, also once it is decided', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    const workbook = await exported(app, id, '');
    expect([workbook.status, workbook.headers['content-disposition']]).toEqual([200, `attachment; filename="${id}.xlsx"`]);
    await judge(app, id, { path: '$.total', verdict: 'confirmed' });
    const { status, body } = await exported(app, id, '?format=csv');
    expect([status, body]).toEqual([
      200,
      expect.stringMatching(/^\u{feff}file,field,value,score,page,text,reason,link\r\ninvoice\.pdf,total,120,/u),
    ]);
    expect((await exported(app, id, '?format=pdf')).status).toBe(409);
    expect((await exported(app, id, '?format=facturx')).status).toBe(409);
  });

  it('is the document with a box at each value, as long as there is the document', async () => {
    const app = await strictDoor({ engine: createEngine({ ...tinyParts(), converters: [{ plugin: pdf }] }) });
    const sent = await extract(
      app,
      form(filePart(rawPdf([{ content: at(150, 700, 'Total 120.00') }])), schemaPart(), { name: 'review', value: 'true' }),
    );
    const id = String(sent.body.review.run);
    const { status, headers, body } = await exported(app, id, '?format=pdf');
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(body).toMatch(/^%PDF-[\s\S]*\/Subtype ?\/Stamp/);
  });

  it('is an electronic invoice that says what it lacks', async () => {
    const app = await strictDoor();
    const properties = { invoice_number: { type: 'string' }, total: { type: 'number' } };
    const { id } = await keptRun(app, schemaPart(JSON.stringify({ type: 'object', properties })));
    const { status, headers, body } = await exported(app, id, '?format=ubl');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/xml',
      `attachment; filename="${id}.ubl.xml"`,
    ]);
    expect(body).toMatch(/^<\?xml[^\n]*\n<!-- Not valid by EN 16931: .*ask for seller_name \(BT-27\).* -->\n<Invoice [\s\S]*>120\.00</);
    expect((await exported(app, id, '?format=cii')).body).toMatch(/<rsm:CrossIndustryInvoice [\s\S]*>120\.00</);
    expect(await exported(app, id, '?format=facturx')).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/this one is not: .*ask for seller_name \(BT-27\).* Export \.cii\.xml instead$/) },
    });
    expect(await exported(app, (await keptRun(app)).id, '?format=cii')).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('whether it is about an invoice or a credit note') },
    });
  });

  it('is refused for a format that there is not, and for a document without pages', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    expect(await exported(app, id, '?format=doc')).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('format must be one of xlsx, csv, pdf, ubl, cii, facturx') },
    });
    expect(await exported(app, id, '?format=pdf')).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('no pages to draw on') },
    });
  });
});
