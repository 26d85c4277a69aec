import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { twoPages } from '../fixtures/documents.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { at, rawPdf } from '../plugins/converters/raw-pdf.js';
import { about } from './reading.js';
import { openService, unusedAddress } from './service.js';

const service = await openService();
const oneTier = await openService({ tiers: ['local'] });
const asked = await about(buildInvoice(), 'invoice_number', 'total!');

describe('8. Limits', () => {
  it('Request rate: 1 request per second per IP on /v1/extract; exceeding gives HTTP 429', async () => {
    const address = unusedAddress();
    const status = async () => (await service.extract({ ...asked, address })).status;
    expect((await Promise.all([status(), status(), status()])).toSorted()).toEqual([200, 429, 429]);
    await setTimeout(1_000);
    expect(await status()).toBe(200);
  });

  it('Request rate: for each IP, not for all together', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => service.extract(asked)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('File size: 10 MB maximum', async () => {
    const padded = (bytes: number) => Buffer.concat([asked.file, Buffer.alloc(bytes - asked.file.length, '\n')]);
    const answers = [
      await service.extract({ ...asked, file: padded(10_485_760) }),
      await service.extract({ ...asked, file: padded(10_485_761) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 413]);
  });

  it('Playground quota: 10 credits per day per IP on /v1/playground', async () => {
    const address = unusedAddress();
    const statuses = [];
    for (let times = 0; times < 11; times += 1) statuses.push((await oneTier.play({ ...asked, address })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const { body, headers } = await oneTier.play({ ...asked, address });
    expect(body.detail).toBe("The playground's 10 credits for today are used up.");
    const untilMidnight = (86_400_000 - (Date.now() % 86_400_000)) / 1_000;
    expect(Math.abs(Number(headers['retry-after']) - untilMidnight)).toBeLessThan(5);
  });

  it.each([
    ['one page', buildInvoice(), 1, 3],
    ['two pages', twoPages(), 2, 6],
  ])('Credits per request: about 1 per page, more when Tier 2 fallback is triggered: %s', async (_, invoice, once, twice) => {
    const question = await about(invoice, 'total!');
    const credits = [
      (await service.extract(question)).body.metadata.credits,
      (await service.extract({ ...question, threshold: 1 })).body.metadata.credits,
    ];
    expect(credits).toEqual([once, twice]);
  });

  it('Health response time: a response is within 5 seconds, while documents are read as well', async () => {
    const busy = [1, 2, 3, 4].map(() => service.extract(asked));
    const started = performance.now();
    expect((await service.send('/health')).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(1_000);
    await Promise.all(busy);
  });
});

describe('8 Gaps', () => {
  it('keyed accounts have no credit quota, and their calls leave that of the playground alone', async () => {
    const address = unusedAddress();
    const { quotas } = oneTier.server.store;
    await oneTier.extract({ ...asked, address });
    expect((await quotas.allowance(address, 10)).left).toBe(10);
    await oneTier.play({ ...asked, address });
    expect((await quotas.allowance(address, 10)).left).toBe(9);
  });

  it('a schema may have 64 KiB', async () => {
    const text = JSON.stringify(asked.schema);
    const answers = [
      await service.extract({ ...asked, schema: text.padEnd(65_536) }),
      await service.extract({ ...asked, schema: text.padEnd(65_537) }),
    ];
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [200, undefined],
      [400, 'Invalid JSON schema: it is larger than 65536 bytes'],
    ]);
  });

  it('a document may have 100 pages', async () => {
    const pages = (count: number) => rawPdf(Array.from({ length: count }, (_, page) => ({ content: at(50, 700, `Page ${page}`) })));
    const [most, more] = [await service.extract({ ...asked, file: pages(100) }), await service.extract({ ...asked, file: pages(101) })];
    expect(most.body.metadata.credits).toBe(300);
    expect(more.body.error).toEqual({
      code: 'EXTRACTION_FAILED',
      message: 'PDF could not be read: it has too many pages, 101; at most 100 are read',
    });
  });

  it('/health and / have no request rate', async () => {
    const headers = { 'x-forwarded-for': unusedAddress() };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => service.send(index % 2 ? '/' : '/health', { headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
