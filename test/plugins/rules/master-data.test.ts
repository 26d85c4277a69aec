import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MasterDataOptions, masterData } from '../../../plugins/rules/records/index.js';
import { freshSchema } from '../../server/state/fresh-schema.js';
import { postgresServer } from '../../server/state/postgres-server.js';

const signal = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'records-'));
const context = {
  folder,
  secret: (name: string) => name,
  log: () => undefined,
  report: () => undefined,
  onProbe: () => undefined,
  onClose: (close: () => Promise<void> | void) => onTestFinished(async () => close()),
};
const open = (options: Partial<MasterDataOptions>) =>
  masterData(
    { timeout_ms: 300, kept_ms: 60_000, ...options },
    { columns: ['name', 'iban'], searched: ['iban', 'name'], name: 'The vendor service' },
    context,
  );
const csv = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/vendors?of={value}`;
}

describe('a CSV file', () => {
  it('is found in by letters and digits, with commas, semicolons or tabs', async () => {
    for (const mark of [',', ';', '\t']) {
      const find = open({
        csv: csv('vendors.csv', ['\uFEFFname,iban', 'Brightwater Ltd,DE89 3704 0044 0532 0130 00'].join('\n').replaceAll(',', mark)),
      });
      expect(await find('de89370400440532013000', signal)).toMatchObject({ known: true, value: [{ name: 'Brightwater Ltd' }] });
      expect(await find('BRIGHTWATER, LTD.', signal)).toMatchObject({ value: [{ name: 'Brightwater Ltd' }] });
      expect(await find('Northwind', signal)).toEqual({ known: true, value: [] });
    }
  });

  it.each([
    ['a row that is too short', 'name,iban\nA,1\nB\n', /broken\.csv, line 3: the row has not as many columns as the header/],
    ['a quotation mark that is not closed', 'name,iban\n"A,1\n', /broken\.csv, line \d: a quotation mark is not closed/],
    ['a column that is missing', 'name,account\nA,1\n', /broken\.csv has no column "iban"; it has name, account/],
    ['no rows', '', /broken\.csv is empty$/],
    ['a header and no rows', 'name,iban\n', /broken\.csv has a header and no rows$/],
    ['two columns of a name', 'name,iban,iban\nA,1,2\n', /broken\.csv has two columns "iban"$/],
  ])('with %s is refused at the start, without its content', (_, text, why) => {
    expect(() => open({ csv: csv('broken.csv', text) })).toThrow(why);
  });

  it('that is not UTF-8 is refused with its line', () => {
    writeFileSync(join(folder, 'latin.csv'), Buffer.from('name,iban\nA,1\nM\xfcller,2\n', 'latin1'));
    expect(() => open({ csv: 'latin.csv' })).toThrow(/latin\.csv, line 3: is not UTF-8; save the file in this encoding$/);
    writeFileSync(join(folder, 'last.csv'), Buffer.from('name,iban\nM\xfcller,2', 'latin1'));
    expect(() => open({ csv: 'last.csv' })).toThrow(/last\.csv, line 2: is not UTF-8/);
    expect(() => open({ csv: csv('right.csv', 'name,iban\nM\u00fcller,2\n') })).not.toThrow();
  });

  it('that is not there is refused at the start', () => {
    expect(() => open({ csv: 'nowhere.csv' })).toThrow(`the file ${join(folder, 'nowhere.csv')} cannot be read`);
  });

  it('of 10,000 rows costs far less than 5 ms a lookup', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `Vendor ${at},DE${String(at).padStart(20, '0')}`);
    const find = open({ csv: csv('many.csv', ['name,iban', ...rows].join('\n')) });
    const before = process.cpuUsage();
    for (let at = 0; at < 1_000; at += 1) expect((await find(`Vendor ${at * 7}`, signal)).known).toBe(true);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000 / 1_000).toBeLessThan(5);
  });
});

describe('a service', () => {
  it('is asked with the value and the authorization, and answers records', async () => {
    const url = await service(({ url: path, headers }, response) => {
      response.end(JSON.stringify([{ name: `${path} ${headers.authorization}`, iban: 7, more: { nested: true } }]));
    });
    expect(await open({ url, authorization: 'Bearer key' })('A & B', signal)).toEqual({
      known: true,
      value: [{ name: '/vendors?of=A%20%26%20B Bearer key', iban: '7' }],
    });
  });

  it.each([
    ['that is slow', () => undefined, /did not answer within 300 ms/],
    ['that is down', (_: unknown, response: { destroy(): void }) => response.destroy(), /failed \(TypeError\)/],
    [
      'that fails',
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
      /failed: it answered 503/,
    ],
    [
      'that answers nonsense',
      (_: unknown, response: { end(text: string): void }) => response.end('<html>'),
      /failed: its answer is no list of records/,
    ],
  ])('%s is unknown, and never a failure', async (_, answer, why) => {
    const started = performance.now();
    expect(await open({ url: await service(answer as RequestListener) })('A', signal)).toMatchObject({
      known: false,
      why: expect.stringMatching(why),
    });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('that answers 404 does not know it', async () => {
    const url = await service((_, response) => void response.writeHead(404).end());
    expect(await open({ url })('A', signal)).toEqual({ known: true, value: [] });
  });

  it('without a place for the value is refused at the start', () => {
    expect(() => open({ url: 'http://127.0.0.1/vendors' })).toThrow('"url" needs {value}');
  });

  it.each(['vendors/{value}', 'file:///etc/{value}', 'https://user:canary@erp/{value}'])('at %s is refused at the start', (url) => {
    expect(() => open({ url })).toThrow(/^"url" must be an address of http or https; a key belongs into "authorization"$/);
  });
});

describe('a database', () => {
  const rows = "CREATE TABLE vendor (name TEXT, iban TEXT); INSERT INTO vendor VALUES ('Brightwater Ltd', 'DE89')";
  const query = 'SELECT name, iban FROM vendor WHERE name = $1 OR iban = $1';

  it('of SQLite is asked', async () => {
    const database = new DatabaseSync(join(folder, 'vendors.sqlite'));
    database.exec(rows);
    database.close();
    const find = open({ sql: 'sqlite:vendors.sqlite', query });
    expect([await find('DE89', signal), await find("' OR 1=1 --", signal)]).toEqual([
      { known: true, value: [{ name: 'Brightwater Ltd', iban: 'DE89' }] },
      { known: true, value: [] },
    ]);
  });

  it('of PostgreSQL is asked', async () => {
    const { name, sql } = await freshSchema(postgresServer());
    await sql(rows);
    const url = `${postgresServer().url}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    expect(await open({ sql: url, query })('DE89', signal)).toEqual({ known: true, value: [{ name: 'Brightwater Ltd', iban: 'DE89' }] });
  });

  it('that is not there is unknown, and with an impossible query refused at the start', async () => {
    expect(await open({ sql: 'postgres://nobody@127.0.0.1:1/none', query })('DE89', signal)).toMatchObject({ known: false });
    expect(() => open({ sql: 'sqlite:nowhere/vendors.sqlite', query })).toThrow('unable to open database file');
    expect(() => open({ sql: 'mysql://host', query })).toThrow('"sql" must begin with postgres:// or sqlite:');
    expect(() => open({ sql: 'sqlite:vendors.sqlite', query: 'SELECT 1' })).toThrow('"query" needs $1');
  });
});

it('data must be in exactly one place', () => {
  expect(() => open({})).toThrow('exactly one of "csv", "sql" and "url"');
  expect(() => open({ csv: 'a.csv', url: 'http://host/{value}' })).toThrow('exactly one of "csv", "sql" and "url"');
});
