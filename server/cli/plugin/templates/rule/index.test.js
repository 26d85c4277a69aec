import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRule } from 'vouch/testing';
import plugin from './index.js';

const statuses = async (reading, options = {}) => (await runRule(plugin, { reading, options })).checks.map(({ status }) => status);

test('a due date within the days passes, one after them fails', async () => {
  assert.deepEqual(await statuses({ issue_date: '2026-03-12', due_date: '2026-04-11' }), ['PASSED']);
  assert.deepEqual(await statuses({ issue_date: '2026-03-12', due_date: '2027-04-11' }), ['FAILED']);
  assert.deepEqual(await statuses({ issue_date: '2026-03-12', due_date: '2026-04-11' }, { days: 14 }), ['FAILED']);
});

test('without a due date it cannot be verified', async () => {
  assert.deepEqual(await statuses({ issue_date: '2026-03-12', due_date: null }), ['CANNOT_VERIFY']);
});
