import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findIsolationLevel, type IsolationLevel } from './confine.js';
import { ParserChild } from './parser-child.js';
import type { ProbedServer, ProbeResult } from './probe.js';
import { insist, record } from './sent.js';
import { programOf } from './start-child.js';
import { residentMb } from './watch-process.js';

type IsolationReport = ProbeResult & {
  /** Sending signals to the server, which stop or kill it. */
  readonly signals: boolean;
  /** True where a child that uses too much memory is noticed and killed. */
  readonly memory: boolean;
};

/**
 * Starts a child in the same way as a converter's, and has it test its isolation. At the strongest level of this machine when none is given.
 * @throws Error when no child can be started
 */
export async function checkIsolation(level?: IsolationLevel): Promise<IsolationReport> {
  const program = programOf('sandbox');
  const terms = { deadlineMs: 15_000, memoryMb: 512, recycleAboveMb: 256, parse: sentResult };
  const child = new ParserChild(program, terms, level ?? (await findIsolationLevel()));
  const { server, signalled, stop } = await listen(program.file);
  try {
    const reply = await child.read({ bytes: new Uint8Array(), limits: {}, wanted: server }, AbortSignal.timeout(30_000));
    if (reply.kind === 'refusal') throw new Error(`its isolation could not be tested: ${reply.refusal.origin ?? reply.refusal.reason}`);
    // A signal that was sent before the reply may come after it.
    await setTimeout(100);
    return { ...(reply.content as ProbeResult), signals: !signalled(), memory: residentMb(process.pid) !== undefined };
  } finally {
    stop();
    await child.end();
  }
}

/** The child has seen no file, so its result is what `probeIsolation` says. */
function sentResult(sent: unknown): ProbeResult {
  insist(Object.values(record(sent)).every((kept) => typeof kept === 'boolean'));
  return sent as ProbeResult;
}

interface ProbeListening {
  readonly server: ProbedServer;
  signalled(): boolean;
  stop(): void;
}

/** A process that does not listen for it ignores it. */
const probeSignal = 'SIGWINCH';

/** Opens real listeners, because a refused connection alone does not show whether isolation or a missing listener refused it. */
async function listen(program: string): Promise<ProbeListening> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-isolation-'));
  const path = join(folder, 'socket');
  const [onNetwork, onPath] = [createServer().listen(0, '127.0.0.1'), createServer().listen(path)];
  await Promise.all([once(onNetwork, 'listening'), once(onPath, 'listening')]);
  let signals = 0;
  const count = (): void => {
    signals += 1;
  };
  process.on(probeSignal, count);
  return {
    server: { port: (onNetwork.address() as AddressInfo).port, path, pid: process.pid, program, signal: probeSignal },
    signalled: () => signals > 0,
    stop: () => {
      process.off(probeSignal, count);
      for (const listener of [onNetwork, onPath]) listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How far parsers are isolated; 'none' where not even Node's permissions hold. */
type SandboxLevel = IsolationLevel | 'none';

/** What Node's permissions keep a parser from. */
const byNode = ['reading', 'writing', 'program', 'sqlite', 'processes', 'threads', 'server'] satisfies readonly (keyof IsolationReport)[];

/**
 * The strongest level of this machine. Where the kernel does not keep a parser from files, a child tries whether Node does.
 * @throws Error when no child can be started
 */
export async function sandboxLevel(): Promise<SandboxLevel> {
  const level = await findIsolationLevel();
  if (level === 'full') return level;
  const report = await checkIsolation(level);
  return byNode.every((kept) => report[kept]) ? level : 'none';
}

/** What the configuration asks of the sandbox. */
export default { checkIsolation, sandboxLevel };
