import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import dates from '../../../plugins/rules/dates.js';
import vendorList from '../../../plugins/rules/vendor-list.js';
import { text } from '../../core/builders.js';
import { type ReadValues, runRule } from '../../kit/index.js';

const csv = join(mkdtempSync(join(tmpdir(), 'vendors-')), 'vendors.csv');
const iban = 'DE89 3704 0044 0532 0130 00';
writeFileSync(csv, `name,tax_id,iban\nBrightwater Ltd,IE6388047V,${iban}\nNorthwind GmbH,DE136695976,\n`);

const schema = { seller_name: text, seller_tax_id: text, iban: text };
const right = { seller_name: 'Brightwater Ltd', seller_tax_id: 'IE 6388047V', iban };
const listed = (reading: ReadValues, options: Readonly<Record<string, unknown>> = { csv }) =>
  runRule(vendorList, { options, schema, reading });

describe('the list of vendors', () => {
  it('speaks for the values of a vendor that agree, however they are spelt', async () => {
    const { checks } = await listed({ ...right, seller_name: 'BRIGHTWATER LTD.' });
    expect(checks).toMatchObject([{ status: 'PASSED', kind: 'together', fields: ['seller_tax_id', 'iban', 'seller_name'] }]);
  });

  it('lifts a right VAT number that the page alone does not prove', async () => {
    const withoutList = await runRule(dates, { schema, reading: right });
    expect((await listed(right)).scores['$.seller_tax_id']).toBeGreaterThan(withoutList.scores['$.seller_tax_id'] ?? 1);
  });

  it('holds a document with another account, lowers no score of it, and names what is in the list', async () => {
    const other = 'GB82 WEST 1234 5698 7654 32';
    const { held, checks, outcome } = await listed({ ...right, iban: other });
    expect(held).toEqual(['VENDOR_LIST']);
    expect(checks[1]).toMatchObject({ status: 'FAILED', fields: ['iban'], expected: iban, actual: other, policy: 'reread' });
    expect(outcome.draft?.fields.find(({ path }) => path === '$.iban')?.reason).not.toContain('Check failed');
  });

  it('says of what agrees that this was seen, not what differs', async () => {
    const { checks } = await listed({ ...right, seller_tax_id: 'GB 123456789' });
    expect(checks).toMatchObject([
      { status: 'PASSED', fields: ['iban', 'seller_name'], actual: iban },
      { status: 'FAILED', fields: ['seller_tax_id'], actual: 'GB 123456789' },
    ]);
  });

  it('points to the right account where the page prints it, too', async () => {
    const { issues } = await listed({ ...right, iban: 'GB82 WEST 1234 5698 7654 32', 'other.account': iban });
    expect(issues).toContainEqual(expect.stringContaining(`${iban} stands on page 1 and would make VENDOR_LIST hold`));
  });

  it('holds a seller whom it does not have', async () => {
    const run = await listed({ seller_name: 'Fabrikam Inc', seller_tax_id: '12-3456789', iban: 'GB82 WEST 1234 5698 7654 32' });
    expect(run).toMatchObject({ held: ['VENDOR_LIST'], outcome: { verification: { status: 'FAILED' } } });
  });

  it('says nothing of what it leaves empty', async () => {
    const { checks } = await listed({ seller_name: 'Northwind GmbH', seller_tax_id: 'DE136695976', iban });
    expect(checks).toMatchObject([{ status: 'PASSED', fields: ['seller_tax_id', 'seller_name'] }]);
  });

  it('takes the row that agrees in most values, as of a vendor with two accounts', async () => {
    const second = 'GB82 WEST 1234 5698 7654 32';
    writeFileSync(`${csv}.two`, `name,tax_id,iban\nBrightwater Ltd,IE6388047V,${iban}\nBrightwater Ltd,IE6388047V,${second}\n`);
    const { checks } = await listed({ ...right, iban: second }, { csv: `${csv}.two` });
    expect(checks).toMatchObject([{ status: 'PASSED', fields: ['seller_tax_id', 'iban', 'seller_name'] }]);
    const other = await listed({ ...right, iban: 'FR76 3000 6000 0112 3456 7890 189' }, { csv: `${csv}.two` });
    expect(other.held).toEqual(['VENDOR_LIST']);
  });

  it('takes a row of the second value if it agrees in more, and holds what differs', async () => {
    const { checks } = await listed({ ...right, seller_tax_id: 'DE136695976' });
    expect(checks).toMatchObject([
      { status: 'PASSED', fields: ['iban', 'seller_name'] },
      { status: 'FAILED', fields: ['seller_tax_id'], expected: 'IE6388047V' },
    ]);
  });

  it('needs two of its columns, and those that are named', async () => {
    writeFileSync(`${csv}.names`, `name,IBAN\nBrightwater Ltd,${iban}\n`);
    const { checks } = await listed(right, { csv: `${csv}.names`, name: 'name', iban: 'IBAN' });
    expect(checks).toMatchObject([{ status: 'PASSED', fields: ['iban', 'seller_name'] }]);
    await expect(listed(right, { csv: `${csv}.names` })).rejects.toThrow(
      /vendors\.csv\.names needs at least 2 of the columns tax_id, iban, name; it has name, IBAN$/,
    );
    await expect(listed(right, { csv: `${csv}.names`, tax_id: 'VAT' })).rejects.toThrow(/has no column "VAT"; it has name, IBAN$/);
  });

  it('that cannot be asked cannot verify, holds nothing, and says why', async () => {
    const { outcome, held, issues } = await listed(right, { url: 'http://127.0.0.1:1/{value}' });
    expect(outcome).toMatchObject({ verification: { status: 'CANNOT_VERIFY' } });
    expect(held).toEqual([]);
    expect(issues).toContainEqual(expect.stringMatching(/^The list of vendors failed/));
  });

  it.each([
    ['slow', (_: IncomingMessage, response: ServerResponse) => void setTimeout(() => response.end('[]'), 3_000).unref()],
    ['down', (_: IncomingMessage, response: ServerResponse) => void response.destroy()],
    ['wrong', (_: IncomingMessage, response: ServerResponse) => void response.end('{"name": [')],
  ])('of a service that is %s cannot verify, and the answer comes in time', async (_, answer) => {
    const server = createServer(answer);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{value}`;
    const { outcome } = await listed(right, { url, timeout_ms: 200 });
    expect(outcome).toMatchObject({ object: { seller_name: 'Brightwater Ltd' }, verification: { status: 'CANNOT_VERIFY' } });
    expect(outcome.metadata.processingTimeMs).toBeLessThan(2_500);
  });

  it('is refused at the start where its file is broken', async () => {
    writeFileSync(`${csv}.broken`, 'name,tax_id,iban\nBrightwater Ltd,IE6388047V\n');
    await expect(listed(right, { csv: `${csv}.broken` })).rejects.toThrow(
      /vendors\.csv\.broken, line 2: the row has not as many columns as the header/,
    );
  });
});
