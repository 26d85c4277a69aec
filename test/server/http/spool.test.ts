import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Spool } from '../../../server/http/upload/read-batch-form.js';

const tooLong = (): Error => new Error('too long');
async function* pieces(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
async function all<T>(given: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const one of given) found.push(one);
  return found;
}
async function opened(): Promise<Spool> {
  const spool = await Spool.open();
  onTestFinished(() => spool.close().catch(() => undefined));
  return spool;
}

it('gives parts back as they were, and their lines, in whatever pieces they came', async () => {
  const spool = await opened();
  const text = `ä\r\n\n${'ü'.repeat(40_000)}\nlast`;
  await spool.add(pieces('before'), 10, tooLong);
  const bytes = Buffer.from(text);
  const part = await spool.add(pieces(bytes.subarray(0, 1), bytes.subarray(1, 70_000), bytes.subarray(70_000)), bytes.length, tooLong);
  await spool.add(pieces('after'), 10, tooLong);
  expect(Buffer.concat(await all(spool.pieces(part))).equals(bytes)).toBe(true);
  expect(await all(spool.lines(part, 100_000))).toEqual(['ä', '', 'ü'.repeat(40_000), 'last']);
  expect(await all(spool.lines(part, 79_999))).toEqual(['ä', '', undefined]);
});

it('ends a part that is too long, as soon as it is', async () => {
  const spool = await opened();
  await expect(spool.add(pieces('12345', '6'), 5, tooLong)).rejects.toThrow('too long');
});

it('has no name on the disk, from its beginning', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-spool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const spool = await opened();
  const part = await spool.add(pieces('secret'), 10, tooLong);
  expect([readdirSync(folder), Buffer.concat(await all(spool.pieces(part))).toString()]).toEqual([[], 'secret']);
});

it('is not the mistake of the caller where the disk takes nothing', async () => {
  const spool = await opened();
  await spool.close();
  await expect(spool.add(pieces('x'), 10, tooLong)).rejects.toMatchObject({
    status: 503,
    detail: expect.stringMatching(/no room on its disk/),
  });
  vi.stubEnv('TMPDIR', join(tmpdir(), 'a folder that is not there'));
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(Spool.open()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
});
