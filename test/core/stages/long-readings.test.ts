import { describe, expect, it } from 'vitest';
import { judgeGaps, noteOnGap, pagesText } from '../../../core/evidence/judges/rows/judge-completeness.js';
import { ExtractionError, parseSchema, type ReadTask } from '../../../core/index.js';
import { cell, documentOf, engineOf, entryOf, metaOf, money, run, scriptedModel, text } from '../builders.js';

const rows = ['Rope 6.00', 'Hook 4.00', 'Nail 1.00'];
const document = documentOf(`Item   Amount\n${rows[0]}`, `${rows[1]}`, `${rows[2]}`);
const fields = { line_items: { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } } };
const rowCells = (row: number, page: number) => {
  const [description = '', amount = ''] = (rows[page - 1] ?? '').split(' ');
  const quote = `${description} ${amount}`;
  return [
    cell(`$.line_items[${row}].description`, description, { page, quote }),
    cell(`$.line_items[${row}].amount`, amount, { page, quote }),
  ];
};
const gap = { array: '$.line_items', pages: [2], reason: 'a: the connection failed' };
const down = (retryable: boolean | 'once' = true) => new ExtractionError('LLM_ERROR', 'a: down', { retryable, retryAfterMs: 1 });

describe('rows that a reader knows it has not read', () => {
  const readWith = (gaps: readonly (typeof gap)[]) =>
    run({ document, fields, tiers: [scriptedModel('a', async () => ({ cells: [...rowCells(0, 1), ...rowCells(1, 3)], gaps }))] });

  it('are an issue that names the pages, and the answer is not complete', async () => {
    const outcome = await readWith([gap]);
    expect(outcome).toMatchObject({ complete: false, object: { line_items: [{ amount: 6 }, { amount: 1 }] } });
    expect(metaOf(outcome).issues).toContain('$.line_items: the rows of page 2 were not read: a: the connection failed');
  });

  it('are a doubt about the rows beside them', async () => {
    const [whole, without] = [await readWith([]), await readWith([gap])];
    expect(whole.complete).toBe(true);
    for (const path of ['$.line_items[0].amount', '$.line_items[1].amount'])
      expect(entryOf(without, path).score).toBeLessThan(entryOf(whole, path).score);
    expect(entryOf(without, '$.line_items[0].amount').reason).toContain('page 2 not read');
  });

  it('are a doubt about an array of which no row was read', async () => {
    const gaps = [{ ...gap, array: '$.notes', pages: [1, 2, 3] }];
    const outcome = await run({
      document,
      fields: { notes: { type: 'array', items: { type: 'object', properties: { note: text } } }, total: money },
      tiers: [scriptedModel('a', async () => ({ cells: [cell('$.total', null)], gaps }))],
    });
    expect(entryOf(outcome, '$.notes')).toMatchObject({ score: 0.6, reason: expect.stringContaining('pages 1 to 3') });
  });

  it('are a doubt, too, where a reader is not certain that there are none', async () => {
    const fields = { notes: { type: 'array', items: { type: 'object', properties: { note: text } } }, total: money };
    const scoreWith = async (confidence: 'certain' | 'unsure') => {
      const read = async () => ({ cells: [cell('$.total', null)], empty: [{ array: '$.notes', confidence }] });
      return entryOf(await run({ document: documentOf('Acme Ltd'), fields, tiers: [scriptedModel('a', read)] }), '$.notes').score;
    };
    expect(await scoreWith('unsure')).toBe(0.75);
    expect(await scoreWith('certain')).toBe(0.9);
  });

  it('of other pages and arrays leave a value as it is', () => {
    const value = { path: '$.a[0].b', caps: [], evidence: { page: 9 } } as never;
    const names = (array: string, pages: readonly number[]) =>
      judgeGaps([value], [{ ...gap, array, pages }])[0]?.caps.map(({ name }) => name);
    expect([names('$.a', [10]), names('$.a', [2]), names('$.b', [9])]).toEqual([['arithmetic.rows'], ['arithmetic.rowsElsewhere'], []]);
  });

  it.each([
    [[4], 'page 4'],
    [[1, 2, 3], 'pages 1 to 3'],
    [[1, 3, 5, 6], 'pages 1, 3 and 5 to 6'],
  ])('on the pages %j stand on %s', (pages, words) => {
    expect(pagesText(pages)).toBe(words);
    expect(noteOnGap({ ...gap, pages })).toContain(words);
  });
});

describe('a reading that makes several calls', () => {
  const inParts = (...parts: readonly (() => Promise<readonly ReturnType<typeof cell>[]>)[]) => {
    let calls = 0;
    return scriptedModel('a', async ({ attempt }: ReadTask) => {
      if (!attempt) throw new Error('the engine lends no attempts');
      const cells = [];
      const counted = (part: (typeof parts)[number]) => () => {
        calls += 1;
        return part();
      };
      for (const part of parts) cells.push(...(await attempt(counted(part))));
      return { cells, notes: [`${calls} calls`] };
    });
  };
  const failingOnce = (failure: ExtractionError) => {
    let failed = false;
    return async () => {
      if (failed) return rowCells(1, 2);
      failed = true;
      throw failure;
    };
  };

  it('has a call that fails made again, and no other; it is charged once', async () => {
    const model = inParts(async () => rowCells(0, 1), failingOnce(down()));
    const outcome = await run({ document, fields, tiers: [model] });
    expect(outcome).toMatchObject({ object: { line_items: [{ amount: 6 }, { amount: 4 }] }, metadata: { credits: 3 } });
    expect([model.tasks.length, metaOf(outcome).issues]).toEqual([1, expect.arrayContaining(['3 calls'])]);
  });

  it('is not begun again when a call fails for good', async () => {
    const model = inParts(async () => {
      throw down();
    });
    const outcome = await run({ document, fields, tiers: [model] });
    expect(outcome).toMatchObject({ object: null, metadata: { credits: 0 }, error: { code: 'LLM_ERROR', message: 'a: down' } });
    expect(model.tasks.length).toBe(1);
  });

  it('does not ask a model any more that has failed five times in a row', async () => {
    let calls = 0;
    const model = scriptedModel('a', async ({ attempt }: ReadTask) => {
      const failing = () => {
        calls += 1;
        return Promise.reject(down('once'));
      };
      await Promise.allSettled(Array.from({ length: 20 }, () => attempt?.(failing)));
      await Promise.allSettled(Array.from({ length: 20 }, () => attempt?.(failing)));
      return { cells: rowCells(0, 1) };
    });
    const engine = engineOf({ document, tiers: [model], outages: { retriesAMinute: 0, retryShare: 0 } });
    const schema = parseSchema(JSON.stringify({ type: 'object', properties: fields }));
    const ask = () => engine.extract({ file: { name: 'f', bytes: new Uint8Array() }, schema });
    expect((await ask()).object).toMatchObject({ line_items: [{ amount: 6 }] });
    expect(calls).toBe(20);
    expect((await ask()).error?.message).toContain('keeps failing and is not asked');
    await engine.close();
  });

  it('knows the time that is left', async () => {
    let left = 0;
    const model = scriptedModel('a', async ({ remainingMs }: ReadTask) => {
      left = remainingMs?.() ?? 0;
      return { cells: rowCells(0, 1) };
    });
    await run({ document, fields, tiers: [model], deadlineMs: 5_000 });
    expect(left).toBeGreaterThan(4_000);
    expect(left).toBeLessThanOrEqual(5_000);
  });
});
