import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key, type ServerProcess, startVouch } from '../measure/bench/server.js';
import { paragraph, rawDocx } from '../plugins/converters/raw-docx.js';
import { ask } from '../server/support/ask.js';
import { removeTemporaryFolders, temporaryFolder } from '../support/temporary-folder.js';

const schema = {
  type: 'object',
  properties: { seller_name: { type: 'string' }, invoice_number: { type: 'string' }, total: { type: 'number' } },
};

/** The real server, which remembers documents. A Cyrillic letter looks like the Latin I. */
describe('letters of another script that look like Latin ones', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    const file = join(temporaryFolder('look-alikes'), 'seen.sqlite');
    server = await startVouch(`converters: [docx]\nrecognizers: []\nrules: [{ use: duplicate, file: ${JSON.stringify(file)} }]\n`);
  });
  afterAll(() => server.stop().then(removeTemporaryFolders));

  const invoice = (number: string, total: string) =>
    rawDocx(['Seller: Brightwater Ltd', `Invoice number: ${number}`, `Total EUR ${total}`].map((text) => paragraph(text)).join(''));
  const read = async (number: string, total: string) => {
    const body = new FormData();
    body.set('file', new File([Buffer.from(await invoice(number, total))], 'a'));
    body.set('output_schema', JSON.stringify(schema));
    body.set('enable_verification', 'true');
    const answer = await ask(server.url, '/v1/extract', { method: 'POST', body, headers: { authorization: `Bearer ${key}` } });
    const { object, verification } = answer.body as {
      object: { invoice_number: string; _meta: { issues: string[] } };
      verification: { status: string };
    };
    return { number: object.invoice_number, issues: object._meta.issues.join('\n'), status: verification.status };
  };

  it('are an issue at the field whose value mixes them, and none where a number has one script', async () => {
    const [honest, mixed] = [await read('INV-7001', '50.00'), await read('\u0406NV-7002', '60.00')];
    const told = /\$\.invoice_number: mixes Latin letters with letters of another script/;
    expect([honest.number, told.test(honest.issues), told.test(mixed.issues)]).toEqual(['INV-7001', false, true]);
  });

  it('make no new document of one that has come before', async () => {
    const [first, again] = [await read('INV-2041', '120.00'), await read('\u0406NV-2041', '120.00')];
    expect([first.status, again.status]).toEqual(['PASSED', 'FAILED']);
    expect((await read('INV-2042', '120.00')).status).toBe('PASSED');
  });
});
