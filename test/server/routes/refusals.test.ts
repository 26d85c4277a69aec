import { describe, expect, it } from 'vitest';
import { call, extract, key, openDoor } from '../support/door.js';
import { type FormPart, filePart, form, goodForm, outputSchema, pdf, schemaPart } from '../support/form.js';

const threshold = (value: string): FormPart => ({ name: 'confidence_threshold', value });
const verification = (value: string): FormPart => ({ name: 'enable_verification', value });

describe('a form that cannot be used', () => {
  it.each<[string, readonly FormPart[], RegExp]>([
    ['no file', [schemaPart()], /^file is required/],
    ['no schema', [filePart()], /^output_schema is required/],
    ['nothing at all', [], /^file is required/],
    ['an empty file', [filePart(''), schemaPart()], /^file is empty/],
    ['a file sent as text', [{ name: 'file', value: pdf }, schemaPart()], /^file must be sent as a file/],
    ['a file sent as JSON', [{ name: 'file', value: '{}', type: 'application/json' }, schemaPart()], /^file must be sent as a file/],
    ['two files', [filePart(), filePart(), schemaPart()], /^file was sent more than once/],
    ['two schemas', [filePart(), schemaPart(), schemaPart()], /^output_schema was sent more than once/],
    ['two thresholds', [filePart(), schemaPart(), threshold('1'), threshold('1')], /^confidence_threshold was sent more than once/],
    ['a file that is neither PDF nor DOCX', [filePart('hello'), schemaPart()], /PDF.*DOCX/],
    ['a schema that is not JSON', [filePart(), schemaPart('{')], /^Invalid JSON schema: /],
    ['a schema with _meta', [filePart(), schemaPart('{"type":"object","properties":{"_meta":{"type":"string"}}}')], /_meta/],
    ['a schema over 64 KiB', [filePart(), schemaPart(outputSchema.padEnd(65_537))], /^Invalid JSON schema: it is larger than 65536 bytes/],
    [
      'a JSON part over 64 KiB',
      [filePart(), { ...schemaPart(outputSchema.padEnd(65_537)), type: 'application/json' }],
      /^Invalid JSON schema: it is larger/,
    ],
    ['a threshold over 64 KiB', [filePart(), schemaPart(), threshold('0'.repeat(65_537))], /^confidence_threshold is longer/],
    [
      'a misspelt field',
      [filePart(), schemaPart(), { name: 'confidence_treshold', value: '1' }],
      /"confidence_threshold" was probably meant/,
    ],
    [
      'a threshold by its name on the command line',
      [filePart(), schemaPart(), { name: 'threshold', value: '1' }],
      /"confidence_threshold" was/,
    ],
    ['the same name misspelt', [filePart(), schemaPart(), { name: 'treshold', value: '1' }], /"confidence_threshold" was probably meant/],
    [
      'checks by their name on the command line',
      [filePart(), schemaPart(), { name: 'verify', value: 'true' }],
      /"enable_verification" was/,
    ],
    ['a file under another name', [{ ...filePart(), name: 'files' }, schemaPart()], /"file" was probably meant/],
    ['a prototype as field name', [filePart(), schemaPart(), { name: 'constructor', value: 'x' }], /name that is not allowed/],
    [
      'too many fields',
      [filePart(), schemaPart(), ...Array.from({ length: 20 }, (_, i) => ({ name: `x${i}`, value: '' }))],
      /too many parts/,
    ],
  ])('%s is 400 and names the field', async (_case, parts, detail) => {
    const answer = await extract(await openDoor(), form(...parts));
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  it('of which a field is in the address is read without it, and the answer names it', async () => {
    const { payload, headers } = goodForm();
    const url = '/v1/extract?enable_verification=true&page=2';
    const answer = await call(await openDoor(), { method: 'POST', url, payload, headers: { authorization: `Bearer ${key}`, ...headers } });
    expect([answer.status, answer.headers['ignored-fields'], answer.body.verification]).toEqual([200, 'enable_verification', undefined]);
  });

  it('of which a part means nothing is read without it, and the answer names it', async () => {
    const answer = await extract(await openDoor(), goodForm({ name: 'our reference', value: '17' }, { name: 'batch', value: 'x' }));
    expect([answer.status, answer.headers['ignored-fields']]).toEqual([200, 'our%20reference, batch']);
    expect((await extract(await openDoor(), goodForm())).headers).not.toHaveProperty('ignored-fields');
  });

  it('is ignored and named where it belongs to a review that nobody asked for', async () => {
    const { status, headers } = await extract(
      await openDoor(),
      goodForm({ name: 'webhook_url', value: 'http://127.0.0.1:1/' }, { name: 'webhook', value: 'whk_1' }),
    );
    expect([status, headers['ignored-fields']]).toEqual([200, 'webhook_url, webhook']);
  });

  it.each(['high', '-0.1', '1.01', 'NaN', 'Infinity', '0x1', '1e999', '0,5', 'true'])(
    'the threshold %j is 400 with its range',
    async (value) => {
      const answer = await extract(await openDoor(), goodForm(threshold(value)));
      expect([answer.status, answer.body.detail]).toEqual([400, 'confidence_threshold must be a number from 0.0 to 1.0']);
    },
  );

  it.each(['0', '1', '0.0', '1.', '.85', '8.5e-1', ' 0.5 '])('the threshold %j is understood', async (value) => {
    expect((await extract(await openDoor(), goodForm(threshold(value)))).status).toBe(200);
  });

  it.each(['yes', 'on', '2', 'truee', 'null'])('the switch %j is 400', async (value) => {
    const answer = await extract(await openDoor(), goodForm(verification(value)));
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(/^enable_verification must be true or false/)]);
  });

  it.each(['true', 'false', 'True', 'FALSE', '1', '0'])('the switch %j is understood', async (value) => {
    expect((await extract(await openDoor(), goodForm(verification(value)))).status).toBe(200);
  });

  it('a schema of exactly 64 KiB is read', async () => {
    expect((await extract(await openDoor(), form(filePart(), schemaPart(outputSchema.padEnd(65_536))))).status).toBe(200);
  });
});

describe('the size of a file', () => {
  const fileOf = (bytes: number) => form(filePart(Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length)])), schemaPart());

  it('may be 10,485,760 bytes', async () => {
    expect((await extract(await openDoor(), fileOf(10_485_760))).status).toBe(200);
  });

  it('may not be one byte more', async () => {
    const answer = await extract(await openDoor(), fileOf(10_485_761));
    expect([answer.status, answer.body.detail]).toEqual([413, 'The file is too large: at most 10485760 bytes (10 MB) are accepted']);
  });

  it('is refused by its announced length alone', async () => {
    const answer = await extract(await openDoor(), {
      payload: Buffer.alloc(0),
      headers: { ...goodForm().headers, 'content-length': '18000000' },
    });
    expect(answer.status).toBe(413);
  });
});

describe('a body that is no form', () => {
  it.each([
    { 'content-type': 'application/json' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'multipart/mixed; boundary=x' },
    { 'content-type': '' },
  ])('%j is 415', async (headers) => {
    const answer = await extract(await openDoor(), { payload: Buffer.from('{}'), headers });
    expect([answer.status, answer.body.detail]).toEqual([415, expect.stringMatching(/multipart\/form-data/)]);
  });

  it('without any body is 415', async () => {
    expect((await call(await openDoor(), { method: 'POST', url: '/v1/extract', headers: { authorization: `Bearer ${key}` } })).status).toBe(
      415,
    );
  });

  it.each([
    ['with another boundary', 'multipart/form-data; boundary=other', goodForm().payload],
    ['cut off', goodForm().headers['content-type'] ?? '', goodForm().payload.subarray(0, 150)],
    ['cut off in the last line', goodForm().headers['content-type'] ?? '', goodForm().payload.subarray(0, -10)],
    ['that is noise', goodForm().headers['content-type'] ?? '', Buffer.from('noise')],
  ])('%s is 400', async (_case, type, payload) => {
    const answer = await extract(await openDoor(), { payload, headers: { 'content-type': type } });
    expect([answer.status, answer.body.detail]).toEqual([400, 'The multipart body is malformed or incomplete']);
  });

  it('without a boundary is 400, and says so', async () => {
    const answer = await extract(await openDoor(), { payload: goodForm().payload, headers: { 'content-type': 'multipart/form-data' } });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('names no boundary')]);
  });

  it('that is no form is 415, with the fields that its door takes', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await call(await openDoor(), { method: 'POST', url: '/v1/score', headers, payload: '{}' });
    expect([answer.status, answer.body.detail]).toEqual([415, expect.stringContaining('the fields file and data')]);
  });
});

describe('a path or a method that does not exist', () => {
  it.each(['/v1', '/v1/extract/', '/v2/extract', '/health/x', '/favicon.ico', '//', '/%00'])('%s is 404', async (url) => {
    const answer = await call(await openDoor(), { method: 'GET', url });
    expect([answer.status, answer.body.detail]).toEqual([404, expect.stringMatching(/^Not found/)]);
  });

  it.each([
    ['GET', '/v1/extract', 'POST'],
    ['PUT', '/v1/extract', 'POST'],
    ['OPTIONS', '/v1/extract', 'POST'],
    ['DELETE', '/v1/playground', 'POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['PROPFIND', '/health', 'GET, HEAD'],
  ])('%s %s is 405 and says what is allowed', async (method, url, allow) => {
    const answer = await call(await openDoor(), {
      method: method as 'GET',
      url,
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
  });

  it.each([
    ['/nowhere', 'text/plain', 404],
    ['/nowhere', 'application/json', 404],
    ['/docs/guide/../../package.json', '', 404],
    ['/health', 'application/json', 405],
    ['/health', 'x/y', 405],
  ])('is that whatever is sent there: %s, %j is %i', async (url, type, status) => {
    const headers = { 'content-type': type, 'content-length': '100000000' };
    expect((await call(await openDoor(), { method: 'POST', url, payload: '{', headers })).status).toBe(status);
  });
});
