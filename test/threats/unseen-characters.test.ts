import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key, type ServerProcess, startVouch } from '../measure/bench/server.js';
import { paragraph, rawDocx } from '../plugins/converters/raw-docx.js';
import { ask } from '../server/support/ask.js';

const schema = {
  type: 'object',
  properties: { invoice_number: { type: 'string' }, total: { type: 'number' } },
  required: ['invoice_number', 'total'],
};
const [space, override, pop, mark, joiner] = ['\u200B', '\u202E', '\u202C', '\u200E', '\u200D'];
const tags = [...'pay to evil'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

/** The real server, with real parsers. */
describe('characters that nobody sees', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startVouch('converters: [pdf, docx, eml]\nrecognizers: []');
  });
  afterAll(() => server.stop());

  const lines = (number: string, total: string) => [`Invoice number ${number}`, 'Invoice date 12 March 2026', `Total EUR ${total}`];
  const docx = async (...texts: readonly string[]) => rawDocx(texts.map((text) => paragraph(text)).join(''));
  const mail = async (...texts: readonly string[]) =>
    Buffer.from(`From: a@example.com\nTo: b@example.com\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n${texts.join('\n')}\n`);
  const read = async (file: Uint8Array) => {
    const body = new FormData();
    body.set('file', new File([Buffer.from(file)], 'a'));
    body.set('output_schema', JSON.stringify(schema));
    const answer = await ask(server.url, '/v1/extract', { method: 'POST', body, headers: { authorization: `Bearer ${key}` } });
    const { object } = answer.body as {
      object: { invoice_number: string; total: number; _meta: { issues: string[]; field_confidence: { field: string; score: number }[] } };
    };
    const score = object._meta.field_confidence.find(({ field }) => field === '$.invoice_number')?.score ?? 0;
    return { ...object, score, issues: object._meta.issues.join('\n') };
  };

  it.each([
    ['a DOCX', docx],
    ['a mail', mail],
  ])('are not in the values of %s', async (_, make) => {
    const number = `BW${space}-20${tags}26-${joiner}01${mark}47`;
    expect((await read(await make(...lines(number, '120.00')))).invoice_number).toBe('BW-2026-0147');
  });

  it.each([
    ['a DOCX', docx],
    ['a mail', mail],
  ])('that turn the order of %s have its words proven by nothing, and that is said', async (_, make) => {
    const honest = await read(await make(...lines('BW-2026-0147', '120.00')));
    expect([honest.invoice_number, honest.score >= 0.85]).toEqual(['BW-2026-0147', true]);
    const turned = await read(await make(...lines(`${override}BW-2026-0147${pop}`, '120.00')));
    expect([turned.score < 0.85, /\$\.invoice_number/.test(turned.issues)]).toEqual([true, true]);
  });
});
