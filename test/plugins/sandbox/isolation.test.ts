import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ParserChild } from '../../../plugins/sandbox/child.js';
import checkIsolation from '../../../plugins/sandbox/isolation/check-isolation.js';
import { findIsolationLevel, type IsolationLevel, isolationLevel } from '../../../plugins/sandbox/isolation/confine.js';
import type { ProbeResult } from '../../../plugins/sandbox/isolation/probe.js';
import { programOf } from '../../../plugins/sandbox/program.js';
import type { ChildReply } from '../../../plugins/sandbox/protocol.js';
import { sandboxFinding } from '../../../server/cli/doctor/sandbox.js';

const folder = mkdtempSync(join(tmpdir(), 'vouch-isolation-'));
const path = join(folder, 'socket');
const listeners = [createServer(), createServer()] as const;
let reached = 0;
for (const listener of listeners) listener.on('connection', () => ++reached);
beforeAll(() => Promise.all([once(listeners[0].listen(0, '127.0.0.1'), 'listening'), once(listeners[1].listen(path), 'listening')]));
afterAll(() => {
  for (const listener of listeners) listener.close();
  rmSync(folder, { recursive: true });
});

/** What a child at this isolation level finds, while the listeners are open. */
async function probed(level: IsolationLevel): Promise<ProbeResult> {
  const child = new ParserChild(programOf('sandbox/isolation'), terms, level);
  const wanted = { port: (listeners[0].address() as AddressInfo).port, path };
  const reply = await child.read({ bytes: new Uint8Array(), limits: {}, wanted }, AbortSignal.timeout(20_000));
  await child.end();
  return (reply as Extract<ChildReply, { kind: 'content' }>).content as ProbeResult;
}

const terms = { deadlineMs: 15_000, memoryMb: 512, recycleAboveMb: 256, taken: (sent: unknown) => sent };
const byNode = { reading: true, writing: true, processes: true, threads: true, environment: true };
/** Node 25 denies the network to a child without help of the kernel. */
const nodeDeniesNetwork = process.allowedNodeEnvironmentFlags.has('--allow-net');

it('is found the same, whether or not the process waits for the test', async () => {
  expect(await findIsolationLevel()).toBe(isolationLevel());
});

/** Many containers forbid full isolation; `vouch doctor` reports that, and the last test covers what is left. */
describe('a child with full isolation, where the kernel allows it', () => {
  beforeEach(({ skip }) => skip(isolationLevel() !== 'full', 'this kernel allows no user namespaces here'));

  it('is kept from everything, and reaches no listener', async () => {
    reached = 0;
    expect(await probed('full')).toEqual({ ...byNode, network: true, sockets: true });
    expect(reached).toBe(0);
  });

  it('is how every child is started', async () => {
    expect(await checkIsolation()).toEqual({ ...byNode, network: true, sockets: true, memory: true });
  });

  it('without its own mounts is kept from the network alone', async () => {
    expect(await probed('network')).toEqual({ ...byNode, network: true, sockets: nodeDeniesNetwork });
  });
});

it('a child without isolation by the kernel is kept by Node from all but the network and sockets', async () => {
  expect(await probed('permissions')).toEqual({ ...byNode, network: nodeDeniesNetwork, sockets: nodeDeniesNetwork });
});

describe('vouch doctor', () => {
  const all = { reading: true, network: true, sockets: true, memory: true };
  it.each([
    ['ok', all, 'a parser is kept from: reading, network, sockets, memory'],
    [
      'warn',
      { ...all, network: false, sockets: false },
      'a parser is kept from: reading, memory; a parser that is taken over could reach: network, sockets',
    ],
    ['fail', { ...all, memory: false, network: false }, 'a parser is not kept from: network, memory'],
  ])('reports %s', (verdict, report, says) => {
    expect(sandboxFinding(report)).toMatchObject({ verdict, says });
  });
});
