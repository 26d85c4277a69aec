import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../../core/index.js';
import { startServer } from '../../../server/index.js';
import { ask } from '../support/ask.js';
import { outputSchema, pdf } from '../support/form.js';
import { answers } from '../support/not-held.js';
import { dial } from '../support/socket.js';
import { tinyParts, tinyServer } from '../support/tiny-parts.js';

/** Posts a document as a client does. */
function post(url: string) {
  const body = new FormData();
  body.set('file', new Blob([pdf]), 'invoice.pdf');
  body.set('output_schema', outputSchema);
  return ask(url, '/v1/extract', { method: 'POST', body, headers: { authorization: `Bearer ${tinyServer.keys[0]}` } });
}

describe('a server that is started', () => {
  it('answers over a socket with what the engine has read', async () => {
    const server = await startServer({ engine: tinyParts(), server: tinyServer });
    onTestFinished(() => server.close());
    const answer = await post(server.url);
    expect([answer.status, answer.body.object.total, answer.body.metadata.credits]).toEqual([200, 120, 1]);
  });

  it('is gone when it is closed, its store too', async () => {
    const server = await startServer({ engine: tinyParts(), server: tinyServer });
    await server.close();
    expect(await answers(server.url)).toBe(false);
    await expect(server.store.ping()).rejects.toThrow();
  });

  it('ends although a connection is open on which nobody has asked anything', async () => {
    const server = await startServer({ engine: tinyParts(), server: tinyServer });
    const silent = await dial(Number(new URL(server.url).port));
    const left = once(silent, 'close');
    await server.close();
    await left;
    expect(await answers(server.url)).toBe(false);
  });

  it('guards against slow senders', async () => {
    const server = await startServer({ engine: tinyParts(), server: tinyServer });
    onTestFinished(() => server.close());
    const { requestTimeout, headersTimeout, maxConnections } = server.app.server;
    expect([requestTimeout, headersTimeout, maxConnections]).toEqual([60_000, 10_000, 2_000]);
  });

  it('says which port is taken and what would help', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const start = startServer({ engine: tinyParts(), server: { ...tinyServer, port } });
    await expect(start).rejects.toThrow(`The server cannot listen on 127.0.0.1:${port}: it is taken. Set PORT or HOST to another`);
    await expect(start).rejects.toBeInstanceOf(ConfigError);
  });
});

describe('a signal', () => {
  const program = fileURLToPath(new URL('../../../dist/test/server/support/serving.js', import.meta.url));

  async function serving(slowMs: number) {
    const child = spawn(process.execPath, [program, String(slowMs)], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, ended, url: await says(child.stderr, /listening on (\S+)/), reading: says(child.stdout, /reading/) };
  }

  /** What the process says, from now on, that matches. */
  const says = (output: Readable, pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      let said = '';
      output.on('data', (chunk) => {
        said += String(chunk);
        const found = pattern.exec(said);
        if (found) resolve(found[1] ?? '');
      });
    });

  it('lets the work that has begun end, and then ends the process with 0', async () => {
    const { child, ended, url, reading } = await serving(1_000);
    const answer = post(url);
    await reading;
    child.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it('ends the process at once when it comes twice', async () => {
    const { child, ended, url, reading } = await serving(15_000);
    const answer = post(url).catch((error: unknown) => error);
    await reading;
    child.kill('SIGINT');
    await expect.poll(() => answers(url)).toBe(false);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(await answer).toBeInstanceOf(Error);
  });
});
