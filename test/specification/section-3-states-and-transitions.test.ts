import { describe, expect, it } from 'vitest';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { about } from './reading.js';
import { openService } from './service.js';

const service = await openService();
const asked = await about(buildInvoice(), 'invoice_number', 'total');

describe('3. States and transitions', () => {
  it('an extraction is no stored resource with a lifecycle: there is nothing to fetch, change or delete, and it is none of the jobs beyond the specification', async () => {
    const { headers } = await service.extract(asked);
    const id = headers['x-request-id'];
    for (const path of [`/v1/extract/${id}`, `/v1/extractions/${id}`]) {
      for (const method of ['GET', 'DELETE', 'PATCH']) expect((await service.send(path, { method })).status).toBe(404);
    }
  });

  it('each request is handled as one call and returns a result: the answer is whole', async () => {
    const { status, body } = await service.extract(asked);
    expect([status, body.object.total]).toEqual([200, 650.4]);
  });

  it('no request leaves a trace in the next: the same question has the same answer', async () => {
    const first = await service.extract(asked);
    await service.extract({ ...asked, threshold: 1, verify: true });
    const again = await Promise.all([1, 2, 3].map(() => service.extract(asked)));
    for (const { body } of again) {
      expect(body.object).toEqual(first.body.object);
      expect({ ...body.metadata, processing_time_ms: 0 }).toEqual({ credits: 1, fallback_triggered: false, processing_time_ms: 0 });
    }
  });

  it('the tiers are chosen anew for each request', async () => {
    const fallbacks = [1, 0.85, 1].map(async (threshold) => {
      const { body } = await service.extract({ ...(await about(buildInvoice(), 'total!')), threshold });
      return body.metadata.fallback_triggered;
    });
    expect(await Promise.all(fallbacks)).toEqual([true, false, true]);
  });
});
