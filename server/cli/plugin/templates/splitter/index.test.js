import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, runSplitter } from 'vouch/testing';
import plugin from './index.js';

const split = (...pages) => runSplitter(plugin, { document: documentOf(...pages) });

test('a document begins after each mark', async () => {
  const parts = await split('Invoice 1', 'Total 8.00\nEND OF DOCUMENT', 'Invoice 2');
  assert.deepEqual(
    parts.map(({ pages }) => pages.map(({ number }) => number)),
    [[1, 2], [3]],
  );
});

test('a file without marks is one document', async () => {
  assert.equal((await split('Invoice 1', 'Total 8.00\nEND OF DOCUMENT')).length, 1);
});
