import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginContext } from '../../../core/index.js';
import { openSandbox } from '../sandbox.js';
import { residentMb } from '../watch/memory.js';
import type { Listeners, ProbeResult } from './probe.js';

/** What keeps a child that reads hostile files from the rest of the machine, and whether it does; tried from inside such a child. */
export type IsolationReport = ProbeResult & {
  /** Whether a child that grows too large is seen and killed. */
  readonly memory: boolean;
};

/** Starts a child as a converter's is started, and has it try its walls. @throws ExtractionError when no child can be started */
export default async function walls(): Promise<IsolationReport> {
  const closers: (() => Promise<void> | void)[] = [];
  const context: PluginContext = {
    secret: () => '',
    log: () => {},
    report: () => {},
    onProbe: () => {},
    onClose: (close) => void closers.push(close),
  };
  const settings = { children: 1, recycleAfter: 1, deadlineMs: 15_000, memoryMb: 512, recycleAboveMb: 256, warm: false, limits: {} };
  const ask = openSandbox<ProbeResult>({ plugin: 'sandbox/isolation', subject: 'The sandbox', ...settings }, context);
  const { listeners, stop } = await listen();
  try {
    return { ...(await ask(new Uint8Array(), AbortSignal.timeout(30_000), listeners)), memory: residentMb(process.pid) !== undefined };
  } finally {
    stop();
    await Promise.allSettled(closers.map(async (close) => close()));
  }
}

/** Somebody whom a child would reach if it could: whether a connection is refused by nobody or by a wall, only a listener tells apart. */
async function listen(): Promise<{ readonly listeners: Listeners; readonly stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-wall-'));
  const path = join(folder, 'socket');
  const [onNetwork, onPath] = [createServer().listen(0, '127.0.0.1'), createServer().listen(path)];
  await Promise.all([once(onNetwork, 'listening'), once(onPath, 'listening')]);
  const stop = (): void => {
    for (const server of [onNetwork, onPath]) server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { listeners: { port: (onNetwork.address() as AddressInfo).port, path }, stop };
}
