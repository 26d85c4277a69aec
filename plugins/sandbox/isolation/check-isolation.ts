import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginContext } from '../../../core/index.js';
import { residentMb } from '../process.js';
import { openSandbox } from '../sandbox.js';
import { insist, record } from '../sent/sent.js';
import type { ProbeListeners, ProbeResult } from './probe.js';

/** What a parser child is kept from, as tested from inside such a child. */
export type IsolationReport = ProbeResult & {
  /** True where a child that uses too much memory is noticed and killed. */
  readonly memory: boolean;
};

/** Starts a child in the same way as a converter's, and has it test its isolation. @throws ExtractionError when no child can be started */
export default async function checkIsolation(): Promise<IsolationReport> {
  const closers: (() => Promise<void> | void)[] = [];
  const context: PluginContext = {
    secret: () => '',
    log: () => {},
    report: () => {},
    onProbe: () => {},
    onClose: (close) => void closers.push(close),
  };
  const settings = { children: 1, recycleAfter: 1, deadlineMs: 15_000, memoryMb: 512, recycleAboveMb: 256, warm: false, limits: {} };
  const probe = openSandbox({ plugin: 'sandbox/isolation', subject: 'The sandbox', ...settings, taken: sentResult }, context);
  const { listeners, stop } = await listen();
  try {
    return {
      ...(await probe({ bytes: new Uint8Array() }, AbortSignal.timeout(30_000), listeners)),
      memory: residentMb(process.pid) !== undefined,
    };
  } finally {
    stop();
    await Promise.allSettled(closers.map(async (close) => close()));
  }
}

/** The child has seen no file, so its result is what `probeIsolation` says. */
function sentResult(sent: unknown): ProbeResult {
  insist(Object.values(record(sent)).every((kept) => typeof kept === 'boolean'));
  return sent as ProbeResult;
}

/** Opens real listeners, because a refused connection alone does not show whether isolation or a missing listener refused it. */
async function listen(): Promise<{ readonly listeners: ProbeListeners; readonly stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-isolation-'));
  const path = join(folder, 'socket');
  const [onNetwork, onPath] = [createServer().listen(0, '127.0.0.1'), createServer().listen(path)];
  await Promise.all([once(onNetwork, 'listening'), once(onPath, 'listening')]);
  const stop = (): void => {
    for (const server of [onNetwork, onPath]) server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { listeners: { port: (onNetwork.address() as AddressInfo).port, path }, stop };
}
