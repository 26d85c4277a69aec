import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ServerAnswer } from './ask.js';
import { type Asked, expectConforms } from './conforms.js';

/** Listens on a free port of the loopback. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the app is not listening on a port');
  return address.port;
}

/** Opens a socket for text that no HTTP client would send. With `allowHalfOpen` it stays writable after the server has closed its half. */
export async function dial(port: number, { allowHalfOpen = false } = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Sends raw bytes and reads until the server closes. With `end` the sender closes its half first. */
export async function sendRaw(port: number, bytes: string | Buffer, { end = false } = {}): Promise<ServerAnswer> {
  const socket = await dial(port);
  socket.write(bytes);
  if (end) socket.end();
  const [, method, path = ''] = /^([A-Z]+) (\/\S*) HTTP\/1\.[01]\r\n/.exec(bytes.toString('latin1')) ?? [];
  return answerOn(socket, { method, path });
}

export async function answerOn(socket: Socket, asked: Asked): Promise<ServerAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = Buffer.concat(chunks)
    .toString()
    .split(/\r\n\r\n(.*)/s);
  const [status = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.replace(/:.*$/, '').toLowerCase(), line.replace(/^[^:]*: /, '')]));
  const text = body.replace(/^[0-9a-f]+\r\n(.*)\r\n0\r\n\r\n$/s, '$1');
  const received = { status: Number(status.split(' ')[1]), headers, text };
  expectConforms(received, asked);
  return { ...received, body: JSON.parse(text) };
}
