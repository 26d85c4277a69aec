import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Confinement, confined, confinement } from '../../../plugins/cage/confine.js';
import { program } from '../../../plugins/cage/program.js';
import type { Walls } from '../../../plugins/cage/walls/try-walls.js';
import walls from '../../../plugins/cage/walls.js';
import { judged } from '../../../server/cli/doctor/sandbox.js';

const folder = mkdtempSync(join(tmpdir(), 'vouch-walls-'));
const path = join(folder, 'socket');
const listeners = [createServer(), createServer()] as const;
let reached = 0;
for (const listener of listeners) listener.on('connection', () => ++reached);
beforeAll(() => Promise.all([once(listeners[0].listen(0, '127.0.0.1'), 'listening'), once(listeners[1].listen(path), 'listening')]));
afterAll(() => {
  for (const listener of listeners) listener.close();
  rmSync(folder, { recursive: true });
});

/** What a child finds that is kept apart in this way, while somebody listens outside. */
async function tried(way: Confinement): Promise<Walls> {
  const { file, readable } = program('cage/walls');
  const limits = ['--permission', ...readable.map((one) => `--allow-fs-read=${one}`)];
  const { execPath, execArgv } = confined(limits, readable, way);
  const child = fork(file, [], {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execPath,
    execArgv: [...execArgv],
  });
  await once(child, 'message');
  child.send({ bytes: new Uint8Array(), limits: {}, wanted: { port: (listeners[0].address() as AddressInfo).port, path } });
  const [answer] = await once(child, 'message');
  child.kill('SIGKILL');
  return answer.content;
}

const ofNode = { reading: true, writing: true, processes: true, threads: true, environment: true };
/** Node 25 denies a child the network by itself. */
const nodeDeniesNetwork = process.allowedNodeEnvironmentFlags.has('--allow-net');

/** Where the kernel allows no room, that is what `vouch doctor` says; these tests then hold what is left. */
describe('a child in a room of its own, where the kernel allows one', () => {
  beforeEach(({ skip }) => skip(confinement() !== 'room', 'this kernel allows no user namespaces here'));

  it('finds every wall standing, and nobody outside is reached', async () => {
    reached = 0;
    expect(await tried('room')).toEqual({ ...ofNode, network: true, sockets: true });
    expect(reached).toBe(0);
  });

  it('is how every child is started', async () => {
    expect(await walls()).toEqual({ ...ofNode, network: true, sockets: true, memory: true });
  });

  it('without mounts of its own is cut off from the network alone', async () => {
    expect(await tried('network')).toEqual({ ...ofNode, network: true, sockets: nodeDeniesNetwork });
  });
});

it('a child that no kernel keeps apart has the walls of Node, and finds the others open', async () => {
  expect(await tried('none')).toEqual({ ...ofNode, network: nodeDeniesNetwork, sockets: nodeDeniesNetwork });
});

describe('vouch doctor', () => {
  const all = { reading: true, network: true, sockets: true, memory: true };
  it.each([
    ['ok', all, 'walls stand: reading, network, sockets, memory'],
    [
      'warn',
      { ...all, network: false, sockets: false },
      'walls stand: reading, memory; a parser that is taken over could reach: network, sockets',
    ],
    ['fail', { ...all, memory: false, network: false }, 'a parser is not kept from: network, memory'],
  ])('says %s of these walls', (verdict, stands, says) => {
    expect(judged(stands)).toMatchObject({ verdict, says });
  });
});
