import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os, { availableParallelism, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ParserChild } from '../../../plugins/sandbox/parser-child.js';
import { cpuWaitMs, lastDescendant, watch } from '../../../plugins/sandbox/watch-process.js';
import { familyOf } from '../../measure/bench/process.js';
import { at, rawPdf } from '../converters/raw-pdf.js';
import { childProgram } from './child-program.js';

const terms = { deadlineMs: 10_000, memoryMb: 512, recycleAboveMb: 256, parse: (sent: unknown) => sent };
const writeChild = (file: string, script: string): void => writeFileSync(file, childProgram(script));

const folder = mkdtempSync(join(tmpdir(), 'vouch-child-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A host in its own process: opens the converter, reads one file, prints the pid of the child, and then runs `end`. */
function host(end: string) {
  const plugin = new URL('../../../dist/plugins/converters/pdf.js', import.meta.url);
  const file = join(folder, 'good.pdf');
  writeFileSync(file, rawPdf([{ content: at(50, 700, 'Total') }]));
  const script = `
    import { readFileSync, readdirSync } from 'node:fs';
    import pdf from '${plugin}';
    const options = Object.fromEntries(Object.entries(pdf.options.properties).map(([name, option]) => [name, option.default]));
    const converter = pdf.create(options, { secret() {}, log() {}, report() {}, onProbe() {}, onClose() {} });
    await converter.convert({ name: 'a', bytes: readFileSync('${file}') }, new AbortController().signal);
    // Other processes of the machine may end while they are looked at.
    const statusOf = (pid) => { try { return readFileSync('/proc/' + pid + '/status', 'latin1'); } catch { return ''; } };
    const child = readdirSync('/proc').find((pid) => statusOf(pid).includes('PPid:\\t' + process.pid + '\\n'));
    process.stdout.write(child + '\\n');
    ${end}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

const runs = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
};
async function goneWithin(pid: number, ms: number): Promise<boolean> {
  for (let elapsed = 0; elapsed < ms && runs(pid); elapsed += 50) await setTimeout(50);
  return !runs(pid);
}

/** The niceness of every thread of a process: the 19th field of `stat`, counted from the name in brackets. */
const niceness = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/stat`, 'latin1').split(') ')[1]?.split(' ')[16]),
  );

/** Whether a process runs a program, under whatever command. One of another test may end while it is looked at. */
function isRunBy(pid: number, file: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(file);
  } catch {
    return false;
  }
}

describe('a host', () => {
  it('ends when it has nothing more to do, and its children end with it', async () => {
    const process = host('');
    const [pid] = await once(process.stdout, 'data');
    expect(await once(process, 'exit')).toEqual([0, null]);
    expect(await goneWithin(Number(pid), 5_000)).toBe(true);
  });

  it('that is killed leaves no child behind', async () => {
    const process = host('setInterval(() => {}, 1000);');
    const [pid] = await once(process.stdout, 'data');
    expect(runs(Number(pid))).toBe(true);
    process.kill('SIGKILL');
    expect(await goneWithin(Number(pid), 5_000)).toBe(true);
  });
});

describe('a child', () => {
  it('has no environment, reads no file but its own, writes none and starts no process', async () => {
    const file = join(folder, 'intruder.mjs');
    writeChild(
      file,
      `import { readFileSync, writeFileSync } from 'node:fs';
       import { spawnSync } from 'node:child_process';
       import { Worker } from 'node:worker_threads';
       const attempt = (act) => { try { act(); return 'done'; } catch (error) { return error.code; } };
       onTask(() => send({ kind: 'content', content: {
         read: attempt(() => readFileSync('/etc/hostname')),
         write: attempt(() => writeFileSync('${join(folder, 'out')}', 'x')),
         exec: attempt(() => spawnSync('true')),
         thread: attempt(() => new Worker('1', { eval: true })),
         secrets: Object.keys(process.env),
       } }));
       send({ kind: 'ready' });`,
    );
    const child = new ParserChild({ file, readable: [folder] }, terms);
    const answer = await child.read({ bytes: new Uint8Array(1), limits: {} }, new AbortController().signal);
    await child.end();
    const denied = 'ERR_ACCESS_DENIED';
    expect(answer).toEqual({ kind: 'content', content: { read: denied, write: denied, exec: denied, thread: denied, secrets: [] } });
  });

  it.each([
    'null',
    '"content"',
    '{}',
    '{ kind: "content" }',
    '{ kind: "refusal" }',
    '{ kind: "refusal", refusal: { reason: "__proto__" } }',
    '{ kind: "refusal", refusal: { reason: "pages", count: "many" } }',
    '{ kind: "refusal", refusal: { reason: "unreadable", origin: "Total 120.00\\nPaid" } }',
  ])('that sends %s instead of a reply is taken for crashed, and ends', async (message) => {
    const file = join(folder, 'odd.mjs');
    writeChild(file, `onTask(() => send(${message})); send({ kind: 'ready' });`);
    const child = new ParserChild({ file, readable: [folder] }, terms);
    const answer = await child.read({ bytes: new Uint8Array(1), limits: {} }, new AbortController().signal);
    expect([answer, child.alive]).toEqual([{ kind: 'refusal', refusal: { reason: 'crash' } }, false]);
    await child.end();
  });

  it('has a lower priority than the server, with all of its threads', async () => {
    const file = join(folder, 'idle.mjs');
    writeChild(file, `onTask(() => {}); send({ kind: 'ready' });`);
    const child = new ParserChild({ file, readable: [folder] }, terms);
    await child.ready;
    const [own = 0, ...others] = familyOf(process.pid).slice(1).flatMap(niceness);
    expect(others.length).toBeGreaterThan(0);
    expect([own, ...others].every((value) => value === own && value > os.getPriority())).toBe(true);
    await child.end();
  });

  it('is not killed by the deadline for its start once it has started', async () => {
    const file = join(folder, 'ready.mjs');
    writeChild(file, `onTask(() => send({ kind: 'content', content: 'read' })); send({ kind: 'ready' });`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const child = new ParserChild({ file, readable: [folder] }, { ...terms, deadlineMs: 600_000 });
      const read = () => child.read({ bytes: new Uint8Array(1), limits: {} }, new AbortController().signal);
      await read();
      vi.advanceTimersByTime(60_000);
      expect(child.alive).toBe(true);
      expect(await read()).toEqual({ kind: 'content', content: 'read' });
      await child.end();
    } finally {
      vi.useRealTimers();
    }
  });

  it.runIf(existsSync('/proc/self/schedstat'))('that waits for a processor is given that time for its start as well', async () => {
    const file = join(folder, 'slow.mjs');
    writeChild(file, `setTimeout(() => { for (;;); }, 0);`);
    const busy = Array.from({ length: availableParallelism() + 1 }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
    const clock = { toFake: ['setTimeout', 'clearTimeout', 'performance'] } satisfies Parameters<typeof vi.useFakeTimers>[0];
    vi.useFakeTimers(clock);
    const child = new ParserChild({ file, readable: [folder] }, terms);
    try {
      const [pid = 0] = familyOf(process.pid).filter((one) => isRunBy(one, file));
      while ((cpuWaitMs(lastDescendant(pid)) ?? 0) < 1_000) await setTimeout(20);
      vi.advanceTimersByTime(20_500);
      expect(child.alive).toBe(true);
      vi.advanceTimersByTime(60_000);
      expect(await child.ready).toBe(false);
    } finally {
      vi.useRealTimers();
      for (const one of busy) one.kill('SIGKILL');
      await child.end();
    }
  });

  it('that cannot start fails at once', async () => {
    const file = join(folder, 'broken.mjs');
    writeChild(file, 'throw new Error("broken")');
    const child = new ParserChild({ file, readable: [folder] }, terms);
    await expect(child.read({ bytes: new Uint8Array(1), limits: {} }, new AbortController().signal)).rejects.toThrow(
      'could not be started',
    );
    await child.end();
  });
});

it.runIf(existsSync('/proc/self/schedstat'))(
  'the CPU wait from before the watch does not count against a process that has ended',
  async () => {
    const busy = Array.from({ length: availableParallelism() + 1 }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
    const [watched, ...neighbours] = busy;
    const pid = watched?.pid ?? 0;
    const breaches: string[] = [];
    try {
      setPriority(pid, 10);
      while ((cpuWaitMs(pid) ?? 0) < 1_000) await setTimeout(20);
      for (const neighbour of neighbours) neighbour.kill('SIGKILL');
      const stop = watch(pid, { deadlineMs: 900, memoryMb: 512 }, (reason) => breaches.push(reason));
      watched?.kill('SIGKILL');
      if (watched) await once(watched, 'exit');
      await setTimeout(100);
      stop();
      expect(breaches).toEqual([]);
    } finally {
      for (const one of busy) one.kill('SIGKILL');
    }
  },
);
