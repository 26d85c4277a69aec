import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ChildPool } from '../../../plugins/sandbox/pool.js';
import { residentMb } from '../../../plugins/sandbox/process.js';
import { programOf } from '../../../plugins/sandbox/program.js';
import { at, rawPdf } from '../converters/raw-pdf.js';
import { parsers } from './parsers.js';

const others = new Set(parsers());
const children = (): readonly number[] => parsers().filter((pid) => !others.has(pid));
const file = (pages: number): Uint8Array =>
  rawPdf(
    Array.from({ length: pages }, (_, page) => ({
      content: Array.from({ length: 2_000 }, (_unused, index) => at(20 + (index % 25) * 22, 20 + index / 3, `${page}.${index}`, 5)).join(
        '',
      ),
    })),
  );

let pool: ChildPool | undefined;
afterEach(() => pool?.close());

function opened(warm: boolean, restAfterMs: number): ChildPool {
  pool = new ChildPool({
    program: programOf('converters/pdf'),
    children: 2,
    recycleAfter: 100,
    deadlineMs: 15_000,
    memoryMb: 512,
    recycleAboveMb: 400,
    warm,
    restAfterMs,
    taken: (sent) => sent,
  });
  return pool;
}
const read = (bytes: Uint8Array) => pool?.read({ bytes, limits: { maxPages: 100 }, wanted: undefined }, new AbortController().signal);
const replies = async (...files: readonly Uint8Array[]) => (await Promise.all(files.map(read))).map((reply) => reply?.kind);

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
    opened(true, 500);
    expect(await replies(file(1), file(1))).toEqual(['content', 'content']);
    const both = children();
    expect(both).toHaveLength(2);
    await expect.poll(children, { timeout: 5_000 }).toHaveLength(1);
    expect(both).toContain(children()[0]);
    await sleep(1_000);
    expect(children()).toHaveLength(1);
  });

  it('are started anew where one is kept ready and has become large', async () => {
    opened(true, 500);
    expect(await replies(file(60))).toEqual(['content']);
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
