import { expect, it } from 'vitest';
import { at, rawPdf } from '../plugins/converters/raw-pdf.js';
import { draw } from '../plugins/recognizers/draw.js';
import { openService } from '../specification/service.js';

const service = await openService({ tiers: ['local'], recognizers: ['tesseract'] });

/** Black text with a part in another grey. */
const printed = (y: number, [before, pale, after]: readonly [string, string, string], grey: number): string =>
  `BT /F1 11 Tf 1 0 0 1 60 ${y} Tm 0 g (${before}) Tj ${grey} g (${pale}) Tj 0 g (${after}) Tj ET\n`;

/** A scan without any text of its own. */
async function scanOf(content: string): Promise<Uint8Array> {
  const { width, height, dots } = (await draw(rawPdf([{ content }]), 200)).picture;
  const picture = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${dots.length} >>\nstream\n${Buffer.from(dots).toString('latin1')}\nendstream`;
  return rawPdf([{ content: '595 0 0 842 0 0 cm /P Do', resources: '/XObject << /P 4 0 R >>' }], { objects: [picture] });
}

const schema = {
  type: 'object',
  properties: { invoice_number: { type: 'string' }, due_date: { type: 'string', format: 'date' }, total: { type: 'number' } },
} as const;

it.each([0.85, 0.9])('no value is accepted of which OCR has lost a faint digit: grey %d', async (grey) => {
  const content = [
    at(60, 780, 'Northwind Stationery Ltd', 11),
    printed(740, ['Invoice number: INV-204', '1', ''], grey),
    at(60, 720, 'Invoice date: 12 March 2026', 11),
    printed(700, ['Due date: ', '1', '2.04.2026'], grey),
    at(60, 680, 'Paper, 500 sheets and envelopes', 11),
    printed(660, ['Total GBP ', '1,', '250.00'], grey),
  ].join('');
  const { body } = await service.extract({ file: await scanOf(content), schema });
  const { object } = body as {
    object: Record<string, unknown> & { _meta: { issues: string[]; field_confidence: { field: string; score: number }[] } };
  };
  const { issues, field_confidence: scores } = object._meta;
  const seen = { invoice_number: 'INV-2041', due_date: '2026-04-12', total: 1250 };
  for (const [name, value] of Object.entries(seen)) {
    if (object[name] === null || object[name] === value) continue;
    expect([name, object[name], scores.find((one) => one.field === `$.${name}`)?.score ?? 1]).toEqual([
      name,
      object[name],
      expect.toSatisfy((score: number) => score < 0.85),
    ]);
    expect(issues).toContainEqual(expect.stringMatching(new RegExp(`^\\$\\.${name}: .*something faint stands at`)));
  }
  expect(object.total).toBe(250);
});
