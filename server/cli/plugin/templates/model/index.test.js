import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModel } from 'vouch/testing';
import plugin from './index.js';

const schema = { cost_centre: { type: 'string' } };

test('a captioned line is read', async () => {
  const { data } = await runModel(plugin, { page: 'Brightwater Ltd\nCost centre: 4711', schema });
  assert.deepEqual(data, { cost_centre: '4711' });
});

test('what is not printed is null', async () => {
  const { cells } = await runModel(plugin, { page: 'Brightwater Ltd', schema });
  assert.deepEqual(
    cells.map(({ path, value }) => [path, value]),
    [['$.cost_centre', null]],
  );
});
