import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { documentOf, runRecognizer } from 'vouch/testing';
import plugin from './index.js';

/** A service that answers each request like this. */
async function serviceOf(t, status, answer) {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(answer)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/read`;
}

const read = (url) => runRecognizer(plugin, { document: documentOf(''), options: { url }, secrets: { OCR_SERVICE_KEY: 'a key' } });

test('the words of the service are the words of the page', async (t) => {
  const url = await serviceOf(t, 200, { words: [{ text: 'Total', x: 1, y: 2, width: 30, height: 10, confidence: 0.9 }] });
  const box = { x: 1, y: 2, width: 30, height: 10 };
  assert.deepEqual(await read(url), { words: [{ text: 'Total', box, ocr: true, certainty: 0.9 }], turn: 0 });
});

test('a service that fails is a failure, and no empty page', async (t) => {
  await assert.rejects(read(await serviceOf(t, 503, {})), /the OCR service failed: it answered 503/);
});
