import { describe, expect, it } from 'vitest';
import type { ParserChild } from '../../../../plugins/sandbox/child.js';
import { IdleChildren } from '../../../../plugins/sandbox/pool/idle-children.js';

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
