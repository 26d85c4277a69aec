import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type EarlierDocuments, parseSchema } from '../../../core/index.js';
import duplicate from '../../../plugins/rules/duplicate.js';
import { cell, documentOf, engineOf, money, scriptedModel, text } from '../../core/builders.js';
import { runRule } from '../../kit/index.js';
import { freshSchema } from '../../server/state/fresh-schema.js';
import { postgresServer } from '../../server/state/postgres-server.js';

const fields = { seller_name: text, invoice_number: text, total: money };
const printed = [
  ['$.seller_name', 'Brightwater Ltd'],
  ['$.invoice_number', 'BW-0147'],
  ['$.total', '120.00'],
] as const;

/** An engine that reads every file as the same invoice, and remembers documents in a file or with the host. */
function reading(options: object, earlierDocuments?: EarlierDocuments) {
  const bytes = (content: string) => ({ name: 'invoice.txt', bytes: new TextEncoder().encode(content) });
  const engine = engineOf({
    rules: [{ plugin: duplicate, options: { ...options } }],
    tiers: [
      scriptedModel(
        'reader',
        printed.map(([path, value]) => cell(path, value)),
      ),
    ],
    converters: [
      {
        plugin: {
          kind: 'converter',
          name: 'typed',
          create: () => ({
            format: 'TYPED',
            accepts: () => true,
            convert: async (file) => ({ ...documentOf(printed.map(([path, value]) => `${path} ${value}`).join('\n')), file }),
          }),
        },
      },
    ],
    ...(earlierDocuments && { earlierDocuments }),
  });
  onTestFinished(() => engine.close());
  const schema = parseSchema(JSON.stringify({ type: 'object', properties: fields }));
  return async (content: string, caller?: string) => {
    const outcome = await engine.extract({ file: bytes(content), schema, verify: true, ...(caller !== undefined && { caller }) });
    return { status: outcome.verification?.status, held: outcome.held };
  };
}

const file = () => join(mkdtempSync(join(tmpdir(), 'seen-')), 'seen.sqlite');

describe('a document that has come before', () => {
  it('is held where another file has the same seller, number and total; the same file is the same document', async () => {
    const read = reading({ file: file() });
    expect([await read('one'), await read('one'), await read('two')]).toEqual(
      [{ status: 'PASSED' }, { status: 'PASSED' }, { status: 'FAILED', held: ['DUPLICATE'] }].map((one) => ({ held: undefined, ...one })),
    );
  });

  it('is known to a server that starts later', async () => {
    const path = file();
    await reading({ file: path })('one');
    expect(await reading({ file: path })('two')).toMatchObject({ held: ['DUPLICATE'] });
  });

  it('is known to every server that shares a PostgreSQL, also if all see it first at a time', async () => {
    const { name } = await freshSchema(postgresServer());
    const sql = `${postgresServer().url}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    const servers = Array.from({ length: 4 }, () => reading({ sql }));
    const answers = await Promise.all(servers.map((read, at) => read(`file ${at}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['FAILED', 'FAILED', 'FAILED', 'PASSED']);
  });

  it('is no duplicate of what another caller has sent', async () => {
    const read = reading({ file: file() });
    expect([(await read('one', 'key a')).status, (await read('two', 'key b')).status]).toEqual(['PASSED', 'PASSED']);
  });

  it('is told of to the memory of the host, by hashes', async () => {
    const told: string[] = [];
    const memory: EarlierDocuments = {
      remember: async ({ key, fingerprint }) => {
        told.push(key, fingerprint);
        return fingerprint;
      },
    };
    await reading({}, memory)('one');
    expect(told).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('cannot be told where the memory fails', async () => {
    expect(await reading({}, { remember: () => Promise.reject(new Error('down')) })('one')).toEqual({
      status: 'CANNOT_VERIFY',
      held: undefined,
    });
  });

  it.each([
    ['with another number is held where that is asked', { near: true }, 'BW-0148', '2026-03-12', ['DUPLICATE']],
    ['with another number is new where nobody asks', {}, 'BW-0148', '2026-03-12', []],
    ['with another number of another day is new', { near: true }, 'BW-0148', '2026-04-12', []],
    ['with its own number, in letters that look alike, is itself', { near: true }, 'BW 0147', '2026-03-12', []],
  ])('%s', async (_what, options, invoice_number, issue_date, held) => {
    const read = (reading: Readonly<Record<string, string>>) =>
      runRule(duplicate, {
        options: { ...options, file: path },
        schema: { ...fields, issue_date: { type: 'string', format: 'date' } },
        reading: { seller_name: 'Brightwater Ltd', total: '120.00', ...reading },
      });
    const path = file();
    expect((await read({ invoice_number: 'BW-0147', issue_date: '2026-03-12' })).held).toEqual([]);
    expect((await read({ invoice_number, issue_date })).held).toEqual(held);
  });

  it('needs a memory at the start', () => {
    expect(() => reading({})).toThrow('it needs "file" or "sql", where it remembers documents');
  });
});
