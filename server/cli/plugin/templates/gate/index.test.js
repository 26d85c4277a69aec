import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runGate } from 'vouch/testing';
import plugin from './index.js';

const reading = { total: '108.00', currency: null };

test('a field that was not found is doubted', async () => {
  const { doubts } = await runGate(plugin, { page: 'Total 108.00\nCurrency', reading });
  assert.deepEqual(doubts, [{ path: '$.currency', cause: 'null' }]);
});

test('a field that is excepted is not', async () => {
  const options = { except: ['$.currency'] };
  const { doubts } = await runGate(plugin, { page: 'Total 108.00\nCurrency', reading, options });
  assert.deepEqual(doubts, []);
});
