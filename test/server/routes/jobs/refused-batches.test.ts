import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, openStore } from '../../../../server/index.js';
import { key } from '../../support/door.js';
import { fakeEngine } from '../../support/fake-engine.js';
import { type FormPart, pdf } from '../../support/form.js';
import { commonSchema, documentPart, get, jobsPart, line, sendBatch, zipOf, zipPart } from './batch-form.js';

const store = openStore('memory:');
let app: FastifyInstance;
/** How much was put down for batches. */
let put = 0;
beforeAll(async () => {
  const { batches } = store;
  if (!batches) throw new Error('no batches');
  const counted: typeof batches = {
    ...batches,
    putJobs: (batch, jobs) => {
      put += jobs.length;
      return batches.putJobs(batch, jobs);
    },
  };
  app = await buildApp({ engine: fakeEngine(), keys: [key], rateLimit: 0, work: 0, store: { ...store, batches: counted } });
});
afterAll(async () => {
  await app.close();
  await store.close();
});

/** Sends a batch that shall be refused, and looks that nothing of it is left. */
async function refused(...parts: readonly FormPart[]): Promise<readonly [number, string]> {
  put = 0;
  const { status, body } = await sendBatch(app, parts);
  expect((await get(app, '/v1/batches')).body.batches).toEqual([]);
  expect((await get(app, '/v1/jobs')).body.jobs).toEqual([]);
  return [status, body.detail];
}

const a = documentPart();
const nothing = 'Nothing was taken in: jobs has a mistake. ';

describe('a batch is refused as a whole', () => {
  it.each<[string, readonly FormPart[], string | RegExp]>([
    ['without lines', [a, commonSchema], /^jobs is required: JSON Lines/],
    ['with no line in jobs', [jobsPart('', ' '), a], /^jobs has no line/],
    [
      'with a line that is no object',
      [jobsPart('[1]'), a, commonSchema],
      `${nothing}line 1: it is no JSON object, which each job is on a line of its own: it must be an object such as {"total": 119}`,
    ],
    [
      'with a line that has what JSON lacks',
      [jobsPart('{"custom_id": "a", "data": {"total": NaN}}'), a],
      `${nothing}line 1: it is no JSON object, which each job is on a line of its own: $.data.total is NaN, which is no value of JSON (line 1 column 38)`,
    ],
    [
      'with a custom_id twice',
      [jobsPart(line('a'), line('a')), a, commonSchema],
      `${nothing}line 2, custom_id "a": custom_id is that of line 1, too: each needs its own`,
    ],
    [
      'with a custom_id that is none',
      [jobsPart({ custom_id: 7, file: 'a.pdf' }), a, commonSchema],
      /^Nothing.* line 1: custom_id must be a text of 1 to 128/,
    ],
    ['without a schema', [jobsPart(line('a')), a], /line 1, custom_id "a": output_schema is required, here or as a field of the form/],
    [
      'with a schema that is none',
      [jobsPart(line('a'), line('b', 'a.pdf', { output_schema: { type: 'text' } })), a, commonSchema],
      /^Nothing.* a mistake. line 2, custom_id "b": Invalid JSON schema/,
    ],
    [
      'with a document that is not there',
      [jobsPart(line('a', 'b.pdf')), a, commonSchema],
      /line 1, custom_id "a": file names nothing: no document of the form or the zip/,
    ],
    [
      'with a file that is not there',
      [jobsPart(line('a', 'file_01KB8Y3Q7ZC9V5R1WXM2T4D6E8')), commonSchema],
      /line 1, custom_id "a": file is the id of none of your files/,
    ],
    [
      'with an empty document',
      [jobsPart(line('a')), documentPart('a.pdf', ''), commonSchema],
      /line 1, custom_id "a": the document is empty/,
    ],
    [
      'with data of which JSON would lose a value',
      [jobsPart('{"custom_id": "a", "file": "a.pdf", "data": {"note": "a, \\"data\\": {", "total": 1, "total": 2}}'), a],
      /line 1, custom_id "a": Invalid data: \$\.total stands twice in its object/,
    ],
    [
      'with data of which JSON would round a number',
      [jobsPart('{"data": {"id": [12345678901234567890]}, "custom_id": "a", "file": "a.pdf"}'), a],
      /line 1, custom_id "a": Invalid data: \$\.id\[0\] has more digits than a JSON number can hold/,
    ],
    [
      'with a member by its name on the command line',
      [jobsPart(line('a', 'a.pdf', { verify: true })), a, commonSchema],
      /"enable_verification" was probably meant/,
    ],
    ['with a misspelt member', [jobsPart(line('a', 'a.pdf', { metdata: {} })), a, commonSchema], /"metadata" was probably meant/],
    [
      'with a member of nobody',
      [jobsPart(line('a', 'a.pdf', { webcam: 1 })), a, commonSchema],
      /a member that means nothing here, "webcam": there are custom_id, file/,
    ],
    [
      'with an option that is none',
      [jobsPart(line('a', 'a.pdf', { confidence_threshold: 'high' })), a, commonSchema],
      /line 1, custom_id "a": confidence_threshold must be a number/,
    ],
    [
      'with a priority that is none',
      [jobsPart(line('a', 'a.pdf', { priority: 7 })), a, commonSchema],
      /priority must be high, normal, low/,
    ],
    [
      'with metadata that is too large',
      [jobsPart(line('a', 'a.pdf', { metadata: { a: 'x'.repeat(2_048) } })), a, commonSchema],
      /metadata is larger than 2048 bytes/,
    ],
    [
      'with a line that is too long',
      [jobsPart(line('a'), 'x'.repeat(131_073), line('a')), a, commonSchema],
      /line 2: it is longer than 131072 bytes/,
    ],
    [
      'with one file name twice',
      [jobsPart(line('a')), a, a, commonSchema],
      /^file must have a file name that no other file of the form has/,
    ],
    ['with a misspelt field', [jobsPart(line('a')), a, { ...commonSchema, name: 'output_shema' }], /"output_schema" was probably meant/],
    ['with a time to keep that is too long', [jobsPart(line('a')), a, commonSchema, { name: 'keep', value: '169' }], /^keep must be/],
  ])('%s', async (_case, parts, detail) => {
    expect(await refused(...parts)).toEqual([400, typeof detail === 'string' ? detail : expect.stringMatching(detail)]);
    expect(put).toBe(0);
  });

  it('with 100,001 lines', async () => {
    const lines = Array.from({ length: 100_001 }, (_, at) => `{"custom_id":"${at}","file":"a.pdf"}`);
    expect(await refused(jobsPart(...lines), a, commonSchema)).toEqual([
      400,
      'jobs has more than 100,000 lines: send the rest as another batch',
    ]);
    expect(put).toBe(0);
  });

  it('with many mistakes, of which the first twenty are told', async () => {
    const [, detail] = await refused(jobsPart(...Array.from({ length: 25 }, (_, at) => line(`id-${at}`, 'b.pdf'))), a, commonSchema);
    expect(detail).toMatch(
      /^Nothing was taken in: jobs has 25 mistakes\. line 1, custom_id "id-0": .*; line 20, custom_id "id-19": .*; and 5 more$/s,
    );
  });

  it('with a document that is too large, or a body of another kind', async () => {
    expect(await refused(jobsPart(line('a')), documentPart('a.pdf', Buffer.alloc(10_485_761)), commonSchema)).toEqual([
      413,
      'A file is too large: at most 10 MB each',
    ]);
    expect((await sendBatch(app, [], { 'content-type': 'application/json' })).status).toBe(415);
    expect((await sendBatch(app, [], { 'content-length': '536870913' })).body.detail).toMatch(/^The batch is too large: at most 512 MB/);
  });
});

describe('a zip is refused, with nothing taken in,', () => {
  const named = (file: string, zip: Uint8Array) => refused(jobsPart(line('a', file)), zipPart(zip), commonSchema);

  it.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ['that is none', async () => Buffer.from('hello'), /it is broken, or no zip$/],
    ['that is cut off', async () => (await zipOf({ 'a.pdf': pdf })).subarray(0, 60), /it is broken, or no zip$/],
    [
      'of zips, by their names',
      async () => zipOf({ 'a.pdf': pdf, 'b.ZIP': await zipOf({ 'a.pdf': pdf }) }),
      /entry 2 is an archive itself/,
    ],
    [
      'of zips, by what they are',
      async () => zipOf({ 'x.pdf': 'x', 'a.pdf': await zipOf({ 'a.pdf': pdf }) }),
      /entry 2 is an archive itself/,
    ],
    [
      'with a path that climbs',
      async () => renamed(await zipOf({ 'a.pdf': pdf, 'xx/xx.pdf': pdf }), 'xx/xx.pdf', '../xx.pdf'),
      /the name of entry 2 is no plain path/,
    ],
    [
      'with an absolute path',
      async () => renamed(await zipOf({ 'a.pdf': pdf, 'xxx.pdf': pdf }), 'xxx.pdf', '/xx.pdf'),
      /the name of entry 2 is no plain path/,
    ],
    [
      'with a path of another system',
      async () => renamed(await zipOf({ 'a.pdf': pdf, 'x/x.pdf': pdf }), 'x/x.pdf', 'x\\x.pdf'),
      /the name of entry 2 is no plain path/,
    ],
    [
      'with one name twice',
      async () => renamed(await zipOf({ 'a.pdf': pdf, 'b.pdf': pdf }), 'b.pdf', 'a.pdf'),
      /entry 2 has the name of an earlier one/,
    ],
    ['with a bomb', async () => zipOf({ 'a.pdf': Buffer.alloc(9_000_000) }), /entry 1 unpacks to more than 100 times its size/],
    ['with a document that is too large', async () => zipOf({ 'a.pdf': Buffer.alloc(10_485_761) }), /entry 1 unpacks to more than 10 MB/],
    ['with a link', async () => linked(await zipOf({ 'a.pdf': '/etc/passwd' })), /entry 1 is a link, or no file/],
    [
      'with a long comment',
      async () => detailed(['a.pdf'], { comment: 4_097 }),
      /^files cannot be unpacked: extra fields and comment of entry 1 have more than 4096 bytes$/,
    ],
    [
      'with long extra fields',
      async () => detailed(['a.pdf'], { extra: 16_000 }),
      /extra fields and comment of entry 1 have more than 4096 bytes$/,
    ],
    [
      'with much said of many entries',
      async () => detailed(manyNames, { comment: 4_000 }),
      /names, extra fields and comments of its entries together have more than 32 MB$/,
    ],
    ['that is encrypted', async () => flagged(await zipOf({ 'a.pdf': pdf }), 0x1), /entry 1 is encrypted/],
    ['whose sizes are lies', async () => shrunk(await zipOf({ 'a.pdf': 'x'.repeat(5_000) })), /it is broken, or no zip$/],
  ])('%s', async (_case, make, detail) => {
    expect(await named('a.pdf', await make())).toEqual([400, expect.stringMatching(detail)]);
    expect(put).toBe(0);
  });

  it('with a name that the form has, too', async () => {
    const answer = await refused(jobsPart(line('a')), a, zipPart(await zipOf({ 'a.pdf': pdf })), commonSchema);
    expect(answer).toEqual([400, expect.stringMatching(/has the name of an entry of the zip/)]);
  });
});

const manyNames = Array.from({ length: 8_600 }, (_, at) => `${at}.pdf`);

/** A zip of empty entries, of each of which so many bytes are said: a comment, and extra fields of four bytes that hold nothing. */
function detailed(names: readonly string[], { comment = 0, extra = 0 }: { readonly comment?: number; readonly extra?: number }): Buffer {
  const field = Buffer.from([0xfe, 0xca, 0, 0]);
  const [fields, said] = [Buffer.alloc(extra, field), Buffer.alloc(comment, 'x')];
  const [local, directory] = [[] as Buffer[], [] as Buffer[]];
  let offset = 0;
  for (const name of names) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt16LE(extra, 30);
    record.writeUInt16LE(comment, 32);
    record.writeUInt32LE(offset, 42);
    local.push(header, Buffer.from(name));
    directory.push(record, Buffer.from(name), fields, said);
    offset += header.length + name.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, ...directory, end]);
}

/** Writes another name of the same length wherever the first one stands. */
const renamed = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(
    zip.toString('latin1').replaceAll(from, () => to),
    'latin1',
  );

/** Changes the record of the first entry in the directory, where readers look. */
function directoryRecord(zip: Buffer, change: (at: number) => void): Buffer {
  change(zip.indexOf(Buffer.from('PK\x01\x02', 'latin1')));
  return zip;
}

const flagged = (zip: Buffer, flag: number): Buffer => directoryRecord(zip, (at) => zip.writeUInt16LE(flag, at + 8));
const linked = (zip: Buffer): Buffer =>
  directoryRecord(zip, (at) => {
    zip.writeUInt16LE((3 << 8) | 20, at + 4);
    zip.writeUInt32LE(0o120777 * 0x10000, at + 38);
  });
const shrunk = (zip: Buffer): Buffer => directoryRecord(zip, (at) => zip.writeUInt32LE(17, at + 24));
