import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepRoom } from '../../../server/http/keep-room.js';
import { ask } from '../support/ask.js';
import { openDoor } from '../support/door.js';
import { dial, listen } from '../support/socket.js';

/** A door with room for 20 connections. */
async function smallDoor() {
  const app = await openDoor();
  keepRoom(app.server, 20);
  const port = await listen(app);
  const open = async (): Promise<Socket> => {
    const socket = await dial(port);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { app, port, open, url: `http://127.0.0.1:${port}` };
}

describe('more idle connections than there is room for', () => {
  it('keep no request out', async () => {
    const { open, url } = await smallDoor();
    for (let socket = 0; socket < 60; socket += 1) await open();
    expect((await ask(url, '/livez')).status).toBe(200);
    expect((await ask(url, '/health')).status).toBe(200);
  });

  it('are closed from the longest idle one on', async () => {
    const { open } = await smallDoor();
    const sockets: Socket[] = [];
    for (let socket = 0; socket < 18; socket += 1) sockets.push(await open());
    const [first, second] = sockets;
    const ended = first && once(first, 'close');
    await open();
    await ended;
    expect([first?.destroyed, second?.destroyed]).toEqual([true, false]);
  });

  it('close no connection on which a request is running', async () => {
    const { app, open } = await smallDoor();
    const arrived = once(app.server, 'request');
    const busy = await open();
    busy.write(
      'POST /v1/extract HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pk_0123456789abcdefTEST\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99\r\n\r\n',
    );
    await arrived;
    for (let socket = 0; socket < 40; socket += 1) await open();
    expect(busy.destroyed).toBe(false);
  });
});
