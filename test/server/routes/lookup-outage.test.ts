import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngine, definePlugin } from '../../../core/index.js';
import purchaseOrder from '../../../plugins/rules/purchase-order.js';
import { extract } from '../support/door.js';
import { filePart, form, schemaPart } from '../support/form.js';
import { modes } from '../support/modes.js';
import { tinyParts } from '../support/tiny-parts.js';

const [attacker, victim] = ['pk_0123456789abcdefATTACK', 'pk_0123456789abcdefVICTIM'];
const schema = JSON.stringify({ type: 'object', properties: { order_number: { type: 'string' } } });

const box = (column: number) => ({ x: 50 + column * 100, y: 50, width: 80, height: 12 });

/** A page with the words of the file: `%PDF- Order PO-1`. */
const converter = definePlugin({
  kind: 'converter',
  name: 'words',
  create: () => ({
    format: 'PDF',
    accepts: () => true,
    async convert(file) {
      const texts = Buffer.from(file.bytes).toString().split(' ').slice(1);
      const words = texts.map((text, column) => ({ text, ocr: false, box: box(column) }));
      const page = { number: 1, width: 595, height: 842, textLayer: 'native' as const, words, hidden: [] };
      return { format: 'pdf', file, pages: [page], attachments: [], chargedPages: 1 };
    },
  }),
});

const model = definePlugin({
  kind: 'model',
  name: 'order-reader',
  create: () => ({
    async read({ document, fields }) {
      const [, number = ''] = Buffer.from(document.file.bytes).toString().split('Order ');
      return {
        cells: fields
          .filter(({ path }) => path === '$.order_number')
          .map(({ path }) => ({ path, value: number, page: 1, quote: number, confidence: 'certain', reason: 'exact' })),
      };
    },
  }),
});

/** The service of a host that knows the order PO-1; how it answers to other texts is the test's. */
async function orders(answer: (value: string) => number) {
  const server = createServer(({ url = '' }, response) => {
    const value = decodeURIComponent(url.split('=')[1] ?? '');
    response.statusCode = value === 'PO-1' ? 200 : answer(value);
    response.end('[{"order_number":"PO-1"}]');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?order={value}`;
}

describe.each(modes.filter(({ state }) => state === 'memory'))('a purchase order in $door', ({ open }) => {
  const opened = async (answer: (value: string) => number, more = {}) => {
    const options = { url: await orders(answer), ...more };
    const engine = createEngine({
      ...tinyParts(),
      converters: [{ plugin: converter }],
      tiers: [{ plugin: model }],
      rules: [{ plugin: purchaseOrder, options }],
    });
    onTestFinished(() => engine.close());
    return open({ engine, keys: [attacker, victim] });
  };
  /** The check of the order, and whether the document is held. */
  const check = async (app: FastifyInstance, key: string, number: string) => {
    const parts = form(filePart(`%PDF- Order ${number}`), schemaPart(schema), { name: 'enable_verification', value: 'true' });
    const { body } = await extract(app, parts, { authorization: `Bearer ${key}` });
    const [found] = body.verification.checks_run.filter(({ type }: { readonly type: string }) => type === 'PURCHASE_ORDER');
    return `${found?.status} ${body.object._meta.issues.join(' ')}`;
  };

  it.each([400, 500])('of one caller is still held as unknown after another has had the service answer %i', async (status) => {
    const app = await opened((value) => (value.startsWith('bad') ? status : 404));
    for (const bad of ['bad1', 'bad2', 'bad3', 'bad4']) expect(await check(app, attacker, bad)).toMatch(/^CANNOT_VERIFY/);
    expect(await check(app, victim, 'PO-9')).toMatch(/^FAILED/);
    expect(await check(app, victim, 'PO-1')).toMatch(/^PASSED/);
  });

  it('is looked up for who has had a value refused, too', async () => {
    const app = await opened((value) => (value.startsWith('bad') ? 422 : 404));
    for (const bad of ['bad1', 'bad2', 'bad3', 'bad4']) await check(app, attacker, bad);
    expect(await check(app, attacker, 'PO-9')).toMatch(/^FAILED/);
  });

  it('that cannot be looked up is held where the host has chosen so', async () => {
    const app = await opened(() => 503, { unanswered: 'hold' });
    expect(await check(app, victim, 'PO-9')).toMatch(/^FAILED .*The list of orders failed: it answered 503/);
    const usual = await opened(() => 503);
    expect(await check(usual, victim, 'PO-9')).toMatch(/^CANNOT_VERIFY .*The list of orders failed: it answered 503/);
  });
});
