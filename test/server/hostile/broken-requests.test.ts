import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { key, openDoor } from '../support/door.js';
import { boundary, goodForm, pdf } from '../support/form.js';
import { answerOn, dial, listen, sendRaw } from '../support/socket.js';

const head = (...lines: readonly string[]): string => [...lines, '', ''].join('\r\n');
const post = (...lines: readonly string[]): string =>
  head('POST /v1/extract HTTP/1.1', 'Host: x', 'Connection: close', `Authorization: Bearer ${key}`, ...lines);
const multipart = `Content-Type: multipart/form-data; boundary=${boundary}`;

describe('what reaches the port and is no good request', () => {
  it.each<[string, string, number]>([
    ['noise', 'hello\r\n\r\n', 400],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['a method that does not exist', head('BREW / HTTP/1.1', 'Host: x'), 400],
    ['a strange version', head('GET / HTTP/9.9', 'Host: x'), 400],
    ['a length and a chunked body', `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
    ['two lengths', `${post('Content-Length: 5', 'Content-Length: 6')}hello`, 400],
    ['a negative length', `${post('Content-Length: -5')}hello`, 400],
    ['a chunk that is none', `${post(multipart, 'Transfer-Encoding: chunked')}zz\r\n`, 400],
    ['huge headers', head('GET / HTTP/1.1', 'Host: x', `X: ${'a'.repeat(70_000)}`), 431],
    ['no Host', head('GET /health HTTP/1.1', 'Connection: close'), 400],
    ['an address that cannot be decoded', head('GET /%zz HTTP/1.1', 'Host: x', 'Connection: close'), 400],
    ['an expectation', head('GET /health HTTP/1.1', 'Host: x', 'Connection: close', 'Expect: tea'), 417],
    ['a known method that no path has', head('PURGE /v1/extract HTTP/1.1', 'Host: x', 'Connection: close'), 405],
    ['a path that stands for no resource', head('GET * HTTP/1.1', 'Host: x', 'Connection: close'), 404],
    ['two Authorization headers', post(`Authorization: Bearer ${key}`, 'Content-Length: 0'), 401],
  ])('%s is answered with JSON', async (_case, bytes, status) => {
    const port = await listen(await openDoor());
    expect((await sendRaw(port, Buffer.from(bytes, 'latin1'))).status).toBe(status);
  });

  it('does not echo the address', async () => {
    const port = await listen(await openDoor());
    const answer = await sendRaw(port, head('GET /%zz-canary HTTP/1.1', 'Host: x', 'Connection: close'));
    expect(JSON.stringify(answer.body)).not.toContain('canary');
  });

  it('is a body that ends too soon: 400', async () => {
    const port = await listen(await openDoor());
    const answer = await sendRaw(
      port,
      Buffer.concat([Buffer.from(post(multipart, 'Content-Length: 9000')), goodForm().payload.subarray(0, 200)]),
      { end: true },
    );
    expect(answer.status).toBe(400);
  });
});

describe('an upload that is too large', () => {
  it('is refused before it is sent, and the caller can read why', async () => {
    const port = await listen(await openDoor());
    const socket = await dial(port);
    socket.write(post(multipart, 'Content-Length: 50000000'));
    const answer = await answerOn(socket, { method: 'POST', path: '/v1/extract' });
    expect(answer.status).toBe(413);
  });

  it('of unknown length is refused while it is being read', async () => {
    const port = await listen(await openDoor());
    const socket = await dial(port);
    socket.write(post(multipart, 'Transfer-Encoding: chunked'));
    const chunk = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    socket.write(chunk(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf}`)));
    const pump = setInterval(() => socket.writable && socket.write(chunk(Buffer.alloc(1_000_000))), 5);
    const answer = await answerOn(socket, { method: 'POST', path: '/v1/extract' }).finally(() => clearInterval(pump));
    expect(answer.status).toBe(413);
  });

  it('is read on after the refusal, for a connection that breaks takes the answer with it', async () => {
    const port = await listen(await openDoor());
    const socket = await dial(port, { allowHalfOpen: true });
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    socket.write(post(multipart, 'Transfer-Encoding: chunked'));
    const piece = Buffer.from(`10000\r\n${'0'.repeat(65_536)}\r\n`);
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf}`;
    socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    socket.write(Buffer.concat(Array(170).fill(piece)));
    const answer = answerOn(socket, { method: 'POST', path: '/v1/extract' });
    await once(socket, 'end');
    for (let more = 0; more < 20; more += 1) {
      socket.write(piece);
      await setTimeout(5);
    }
    expect(errors).toEqual([]);
    socket.end('0\r\n\r\n');
    expect((await answer).status).toBe(413);
  });
});
