import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import type { ExtractionRequest } from '../../../../core/index.js';
import { ConnectionError, InvalidRequestError, MissingError, TimedOutError, UsageError } from '../../../../server/client/index.js';
import { zipOf } from '../../routes/jobs/batch-form.js';
import { fakeEngine } from '../../support/fake-engine.js';
import { pdf } from '../../support/form.js';
import { ofDoor, ofFakeServer } from '../answering.js';

const schema = { type: 'object', properties: { total: { type: 'number' } } } as const;
const other = { type: 'object', properties: { due_date: { type: 'string' } } } as const;

/** Two folders with an `invoice.pdf` each. */
function folders(): readonly [string, string] {
  const root = mkdtempSync(join(tmpdir(), 'vouch-batch-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return ['a', 'b'].map((name) => {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'invoice.pdf'), pdf);
    return join(root, name, 'invoice.pdf');
  }) as [string, string];
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('a batch', () => {
  it('goes with documents of every kind, waits for its end, and gives what each line came to', async () => {
    const engine = fakeEngine();
    const { vouch } = await ofDoor({ engine });
    const [a, b] = folders();
    const kept = await vouch.files.add(pdf, { name: 'kept.pdf' });
    const batch = await vouch.batches.create(
      [
        { customId: 'path', file: a },
        { customId: 'again', file: a, metadata: { tenant: 17 }, priority: 'low' },
        { customId: 'other', file: b, schema: other, threshold: 0.5, verify: true, include: ['usage'] },
        { customId: 'stream', file: () => new Blob([pdf]).stream() },
        { customId: 'quoted', file: new File([pdf], 'an "invoice" ä.pdf') },
        { customId: 'kept', file: kept },
        { customId: 'entry', file: { entry: 'deep/c.pdf' } },
        { customId: 'none', file: new File(['hello'], '..') },
      ],
      schema,
      { metadata: { month: '2026-11' }, keepHours: 2, expiresHours: 3, zip: await zipOf({ 'deep/c.pdf': pdf }) },
    );
    expect(batch).toMatchObject({ jobs: 8, metadata: { month: '2026-11' }, unused_files: 0, webhook: null });
    expect(await batch.ended()).toMatchObject({ id: batch.id, status: 'ended', counts: { done: 7, failed: 1 } });
    const lines = await collected(batch.results());
    expect(lines.map(({ custom_id, status }) => [custom_id, status])).toEqual([
      ...['path', 'again', 'other', 'stream', 'quoted', 'kept', 'entry'].map((name) => [name, 'done']),
      ['none', 'failed'],
    ]);
    expect(lines[0]).toMatchObject({
      data: { total: 120 },
      doubtful: [],
      requestId: expect.any(String),
      job: expect.stringMatching(/^job_/),
    });
    const names = (engine.requests as ExtractionRequest[]).map(({ file }) => file.name);
    expect(names.filter((name) => name.startsWith('invoice')).toSorted()).toEqual(['invoice (2).pdf', 'invoice.pdf', 'invoice.pdf']);
    const [failed] = await collected(vouch.batches.errors(batch.id));
    expect(failed).toMatchObject({ custom_id: 'none', status: 'failed', credits: 0, error: expect.any(InvalidRequestError) });
    expect(failed?.error).toMatchObject({ status: 400 });
  });

  it('types its results by its schema and those of its lines', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const same = await vouch.batches.create([{ customId: 'a', file: pdf }], schema);
    const mixed = await vouch.batches.create([{ customId: 'a', file: pdf, schema: other }], schema);
    for await (const line of same.results()) if (line.status === 'done') expectTypeOf(line.data.total).toEqualTypeOf<number | null>();
    for await (const line of mixed.results()) {
      if (line.status === 'done')
        expectTypeOf(line.data).toEqualTypeOf<{ readonly total: number | null } | { readonly due_date: string | null }>();
      else expectTypeOf(line.error).toExtend<Error>();
    }
    for await (const line of vouch.batches.results(same.id, schema))
      if (line.status === 'done') expectTypeOf(line.data.total).toEqualTypeOf<number | null>();
    expect((await collected(vouch.batches.all({ limit: 1 }))).map(({ id }) => id)).toEqual([mixed.id, same.id]);
  });

  it('is cancelled, then forgotten, and is not waited for longer than was said', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const { id, ended } = await vouch.batches.create([{ customId: 'a', file: pdf }], schema);
    await expect(ended({ timeoutMs: 20 })).rejects.toThrow(TimedOutError);
    expect(await vouch.batches.remove(id)).toMatchObject({ id, status: 'ended', counts: { cancelled: 1 } });
    expect(await collected(vouch.batches.results(id, schema))).toMatchObject([{ status: 'cancelled', error: { code: 'cancelled' } }]);
    await vouch.batches.remove(id);
    await expect(vouch.batches.get(id)).rejects.toThrow(MissingError);
    await expect(collected(vouch.batches.results(id, schema))).rejects.toThrow(MissingError);
    expect((await vouch.batches.list()).batches).toEqual([]);
  });

  it('with a mistake is refused as a whole, and one whose file is missing before anything is sent', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const twice = [pdf, pdf].map((file) => ({ customId: 'a', file }));
    await expect(vouch.batches.create(twice, schema)).rejects.toThrow(/line 2, custom_id "a": custom_id is that of line 1/);
    await expect(vouch.batches.create([{ customId: 'a', file: '/nowhere.pdf' }], schema)).rejects.toThrow(UsageError);
    expect((await vouch.batches.list()).batches).toEqual([]);
  });

  it('is sent again under one key where the connection broke, unless a stream was used up', async () => {
    const accepted = { status: 202, body: { id: 'batch_1' } };
    const { vouch, requests } = await ofFakeServer(['broken', accepted]);
    await vouch.batches.create([{ customId: 'a', file: pdf }], schema);
    const [first, second] = requests.map(({ headers }) => headers['idempotency-key']);
    expect([requests.length, first === second]).toEqual([2, true]);
    const spent = await ofFakeServer(['broken', accepted]);
    const lines = [{ customId: 'a', file: new Blob([pdf]).stream() }];
    await expect(spent.vouch.batches.create(lines, schema)).rejects.toThrow(/stream of the document is used up/);
    await expect(spent.vouch.batches.create(lines, schema)).rejects.not.toThrow(ConnectionError);
  });
});

describe('a file', () => {
  it('is kept, shown and forgotten', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const kept = await vouch.files.add(new File([pdf], 'mine.pdf'));
    expect(kept).toMatchObject({ file: 'mine.pdf', bytes: pdf.length });
    expect(await vouch.files.get(kept.id)).toEqual(kept);
    const newer = await vouch.files.add(pdf);
    expect(await vouch.files.list({ limit: 1 })).toEqual({ files: [newer], next: newer.id });
    const all: unknown[] = [];
    for await (const file of vouch.files.all({ limit: 1 })) all.push(file);
    expect(all).toEqual([newer, kept]);
    expect(await vouch.files.remove(kept.id)).toEqual(kept);
    await expect(vouch.files.get(kept.id)).rejects.toThrow(MissingError);
  });
});
