import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ParserChild } from '../../../plugins/sandbox/parser-child.js';
import { ChildPool, IdleChildren, type PoolSettings } from '../../../plugins/sandbox/pool.js';
import { programOf } from '../../../plugins/sandbox/start-child.js';
import { residentMb } from '../../../plugins/sandbox/watch-process.js';
import { cpuMs } from '../../measure/bench/process.js';
import { at, rawPdf } from '../converters/raw-pdf.js';
import { parsers } from './parsers.js';

const others = new Set(parsers());
const children = (): readonly number[] => parsers().filter((pid) => !others.has(pid));
const file = (pages: number, words = 2_000): Uint8Array =>
  rawPdf(
    Array.from({ length: pages }, (_, page) => ({
      content: Array.from({ length: words }, (_unused, index) => at(20 + (index % 25) * 22, 20 + index / 3, `${page}.${index}`, 5)).join(
        '',
      ),
    })),
  );

let pool: ChildPool | undefined;
afterEach(() => pool?.close());

function opened(warm: boolean, restAfterMs: number, more: Partial<PoolSettings> = {}): ChildPool {
  pool = new ChildPool({
    program: programOf('converters/pdf'),
    children: 2,
    recycleAfter: 100,
    deadlineMs: 15_000,
    memoryMb: 512,
    recycleAboveMb: 400,
    warm,
    restAfterMs,
    parse: (sent) => sent,
    ...more,
  });
  return pool;
}
const read = (bytes: Uint8Array, caller = '') =>
  pool?.read({ bytes, limits: { maxPages: 100 }, wanted: undefined }, caller, new AbortController().signal);
const replies = async (...files: readonly Uint8Array[]) => (await Promise.all(files.map((one) => read(one)))).map((reply) => reply?.kind);

describe('children without a file to read', () => {
  it('end where none is kept ready', async () => {
    opened(false, 300);
    expect(children()).toEqual([]);
    expect(await replies(file(1))).toEqual(['content']);
    expect(children()).toHaveLength(1);
    await expect.poll(children, { timeout: 5_000 }).toEqual([]);
    expect(await replies(file(1))).toEqual(['content']);
  });

  it('end but for a small one where one is kept ready', async () => {
    // Longer than one of two files may take more than the other on a busy machine.
    opened(true, 3_000);
    // As many words as an ordinary page has: a child that reads 2,000 takes about as much memory as one that is kept may.
    expect(await replies(file(1, 200), file(1, 200))).toEqual(['content', 'content']);
    const both = children();
    expect(both).toHaveLength(2);
    await expect.poll(children, { timeout: 20_000 }).toHaveLength(1);
    expect(both).toContain(children()[0]);
    await sleep(4_000);
    expect(children()).toHaveLength(1);
  });

  it('are started anew where one is kept ready and has become large', async () => {
    opened(true, 500);
    expect(await replies(file(10))).toEqual(['content']);
    const [large] = children();
    expect(residentMb(large)).toBeGreaterThan(128);
    await expect.poll(children, { timeout: 5_000 }).not.toContain(large);
    await expect.poll(() => children().length).toBe(1);
    expect(residentMb(children()[0])).toBeLessThan(128);
  });

  it('stay while another file is read', async () => {
    opened(false, 1);
    expect(await replies(file(20), file(1))).toEqual(['content', 'content']);
  });
});

describe('children of several callers', () => {
  /** The child that reads a file of this caller, known by the CPU time that it alone has used. */
  const readerFor = async (caller: string): Promise<number | undefined> => {
    const before = new Map(children().map((pid) => [pid, cpuMs(pid)]));
    await read(file(4), caller);
    return children().find((pid) => cpuMs(pid) - (before.get(pid) ?? 0) > 50 && (before.has(pid) || cpuMs(pid) > 150));
  };

  it('read the files of one caller only, and stay with it', async () => {
    opened(false, 60_000, { callers: 3 });
    await read(file(1), 'a');
    const [ofA] = children();
    await read(file(1), 'b');
    const ofB = children().filter((pid) => pid !== ofA);
    expect([children().length, ofB.length]).toEqual([2, 1]);
    expect([await readerFor('a'), await readerFor('b')]).toEqual([ofA, ofB[0]]);
    expect(children()).toHaveLength(2);
  });

  it('are as many as callers are kept, of whom one who comes later ends another', async () => {
    opened(false, 60_000, { callers: 3 });
    for (const caller of ['a', 'b', 'c', 'd', 'e', 'a']) {
      await read(file(1), caller);
      expect(children().length).toBeLessThanOrEqual(3);
    }
  });

  it('are started before the next caller comes, but not where there is one caller only', async () => {
    opened(true, 60_000, { callers: 4, ahead: true });
    await read(file(1), 'a');
    await read(file(1), 'a');
    expect(children()).toHaveLength(1);
    await read(file(1), 'b');
    await expect.poll(children).toHaveLength(3);
  });

  it('end at rest, and the one that is kept ready is fresh', async () => {
    opened(true, 5_000, { callers: 4 });
    for (const caller of ['a', 'b']) await read(file(1), caller);
    const used = children();
    await expect.poll(() => children().filter((pid) => used.includes(pid)), { timeout: 60_000 }).toEqual([]);
    await expect.poll(children).toHaveLength(1);
  });
});

describe('a child', () => {
  it('cannot be given to a second caller', async () => {
    const { program, ...terms } = {
      program: programOf('converters/pdf'),
      deadlineMs: 1,
      memoryMb: 512,
      recycleAboveMb: 400,
      parse: (sent: unknown) => sent,
    };
    const child = new ParserChild(program, terms);
    child.assign('a');
    child.assign('a');
    expect(() => child.assign('b')).toThrow('two callers');
    await child.end();
  });
});

/** Stands in for a process, of which only the caller counts here. */
const child = (caller?: string) => ({ caller }) as ParserChild;
const callers = (all: readonly (ParserChild | undefined)[]) => all.map((one) => one?.caller);

function idle(...children: readonly (readonly [at: number, child: ParserChild])[]) {
  let now = 0;
  const all = new IdleChildren(() => now);
  for (const [at, one] of children) {
    now = at;
    all.add(one);
  }
  return { all, at: (ms: number) => (now = ms) };
}

describe('idle children', () => {
  it('are given to their own caller, else a fresh one is', () => {
    const { all } = idle([0, child('a')], [0, child()], [0, child('b')]);
    expect(callers([all.take('b'), all.take('c'), all.take('c'), all.take('a')])).toEqual(['b', undefined, undefined, 'a']);
    expect(all.take('a')).toBeUndefined();
  });

  it('give way in the order of their last use if that was long ago', () => {
    const { all, at } = idle([0, child('a')], [5_000, child('b')], [14_000, child('c')]);
    at(15_001);
    expect(callers([all.takeLeastNeeded(), all.takeLeastNeeded()])).toEqual(['a', 'b']);
  });

  it('give way from the last one if all are in use, so that callers in turn find some of them', () => {
    const { all, at } = idle([0, child('a')], [1, child('b')], [2, child('c')]);
    at(3);
    expect(all.takeLeastNeeded()?.caller).toBe('c');
    expect(all.take('a')?.caller).toBe('a');
  });

  it('that are fresh never give way', () => {
    expect(idle([0, child()]).all.takeLeastNeeded()).toBeUndefined();
  });
});
