import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInjector } from 'vouch/testing';
import plugin from './index.js';

test('the least sure field comes first, beside the data', async () => {
  const page = 'Brightwater Ltd\nTotal EUR 108.00';
  const { object } = await runInjector(plugin, { page, reading: { total: '108.00', invoice_number: '4711-9' } });
  assert.equal(object.total, 108);
  const scores = object._meta.field_confidence.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => a - b),
  );
});
