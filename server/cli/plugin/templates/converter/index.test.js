import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { runConverter } from 'vouch/testing';
import plugin from './index.js';

test('the sample is a page of words', async () => {
  const { document } = await runConverter(plugin, { file: await readFile(new URL('sample.txt', import.meta.url)) });
  assert.equal(document.pages.length, 1);
  assert.ok(document.pages[0].words.some(({ text }) => text === '84.00'));
});

test('another format is not accepted, and an empty file has a clear error', async () => {
  assert.deepEqual(await runConverter(plugin, { file: new Uint8Array([0xff, 0xfe, 0]) }), { accepts: false });
  await assert.rejects(runConverter(plugin, { file: ' \n' }), /no words/);
});
