import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ExtractionError, type Progress, type Reading, type ReadTask } from '../../../../core/index.js';
import { answerText, type Handler, json } from '../../../fakes/llm-server.js';
import { type AskedWindow, cellsFor, readsPages, windowIn } from '../../../fakes/reads-pages.js';
import { type Pace, type StreamFault, streamed } from '../../../fakes/streamed.js';
import { excerpts, longTable, valuesOf } from './long-table.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { settings as providers, task } from './setting.js';

const server = serverOfEachTest();

const table = longTable(12);
const { document, fields, truth } = table;
const windowed = { window_tokens: 700, windows_at_once: 3 };

describe.each(providers)('a long table read by $name', (setting) => {
  const read = (options: object = {}, changes: Partial<ReadTask> = {}): Promise<Reading> =>
    setting.make(server.url, { ...windowed, ...options }).read(task({ document, fields, pages: excerpts, ...changes }));
  const perfect = readsPages(truth, (text) => streamed(setting.reply(text)));
  /** Answers as a perfect model, but for the windows that are given another handler. */
  const except = (other: (window: AskedWindow, times: number) => Handler | undefined): void => {
    const asked = new Map<string, number>();
    server.answer((request, response) => {
      const window = windowIn(request);
      const key = JSON.stringify([window.pages, window.wants]);
      asked.set(key, (asked.get(key) ?? 0) + 1);
      return (other(window, asked.get(key) ?? 1) ?? perfect)(request, response);
    });
  };
  const answered = (pace: Pace): Handler => readsPages(truth, (text) => streamed(setting.reply(text), pace));
  const windows = () => server.requests.map(windowIn);
  const firstOf = (window: AskedWindow): number => window.pages?.[0] ?? 0;

  it('is whole, in the order of the pages, each page shown in one window', async () => {
    server.answer(perfect);
    const reading = await read();
    expect(valuesOf(reading.cells)).toEqual(valuesOf(truth));
    expect(reading).not.toHaveProperty('gaps');
    expect(reading.cells.map(({ path }) => path)).toEqual(truth.map(({ path }) => path).toSorted(byOrder));
    expect(windows().filter(({ wants }) => wants === 'header')).toMatchObject([{ pages: [1, 2, 12] }]);
    const pages = windows().flatMap((window) => (window.wants === 'rows' ? (window.pages ?? []) : []));
    expect(pages.toSorted((a, b) => a - b)).toEqual(document.pages.map(({ number }) => number));
  });

  it('quotes each row from its own page', async () => {
    server.answer(perfect);
    const amounts = (await read()).cells.filter(({ path }) => path.endsWith('.amount'));
    expect(amounts.map(({ page }) => page)).toEqual(Array.from({ length: 120 }, (_, row) => Math.floor(row / 10) + 1));
    expect(amounts[115]?.quote).toBe('Rope 116 metres 5 125.15');
  });

  it('costs what all of its windows cost', async () => {
    server.answer(perfect);
    const { usage } = await read();
    expect(usage).toMatchObject({ inputTokens: 1000 * server.requests.length, outputTokens: 200 * server.requests.length });
  });

  it('shows a provider only the pages of a window, under the numbers of the document, and the same rules each time', async () => {
    server.answer(perfect);
    await read();
    const bodies = server.requests.map(({ body }) => JSON.stringify(body));
    const [header] = bodies.filter((_, at) => windows()[at]?.wants === 'header');
    expect(header).toContain(Buffer.from('%PDF-1.7 pages 1 2 12').toString('base64'));
    expect(header).toContain('some pages of a document of 12, in this order: 1, 2, 12. Number them like this');
    const later = bodies.find((_, at) => firstOf(windows()[at] ?? { pages: undefined, wants: 'rows', again: false }) > 3);
    expect(later).toContain('a table is headed like this, quoted: \\"Description Qty Amount\\"');
    expect(new Set(bodies.map((body) => /You read one financial document[^"]*/.exec(body)?.[0])).size).toBe(1);
  });

  it('shows text page by page where the provider takes no PDF', async () => {
    server.answer(perfect);
    expect(valuesOf((await read({ pdf: 'text' })).cells)).toEqual(valuesOf(truth));
    const texts = server.requests.map(({ body }) => JSON.stringify(body));
    expect(texts.filter((text) => text.includes('--- page 5 of 12 ---'))).toHaveLength(1);
  });

  it('shows the whole file where no part can be made of it', async () => {
    server.answer(perfect);
    const failing = { excerpt: () => Promise.reject(new ExtractionError('EXTRACTION_FAILED', 'PDF could not be read')) };
    expect(valuesOf((await read({}, { pages: failing })).cells)).toEqual(valuesOf(truth));
    expect(JSON.stringify(server.requests[0]?.body)).toContain(Buffer.from('%PDF-1.7 not really').toString('base64'));
    expect(windows()[0]?.pages).toEqual([1, 2, 12]);
  });

  it('is never shown with the other documents of its file', async () => {
    server.answer(perfect);
    const part = { ...document, pages: document.pages.filter(({ number }) => number === 3 || number === 4), ofPages: 12 };
    const { cells } = await read({ window_tokens: 100_000 }, { document: part });
    expect(cells.filter(({ path }) => path.endsWith('.amount')).map(({ page }) => page)).toEqual([
      ...Array(10).fill(3),
      ...Array(10).fill(4),
    ]);
    expect(windows().map(({ pages }) => pages)).toEqual([
      [3, 4],
      [3, 4],
    ]);
    const sent = JSON.stringify(server.requests.map(({ body }) => body));
    expect(sent).not.toContain(Buffer.from('%PDF-1.7 not really').toString('base64'));
    expect(sent).toMatch(/only some pages of a document of 12|--- page 3 of 12 ---/);
  });

  it('is read by no more windows at a time than the host allows', async () => {
    let [now, most] = [0, 0];
    server.answer(async (request, response) => {
      if (windowIn(request).wants === 'header') return perfect(request, response);
      now += 1;
      most = Math.max(most, now);
      await sleep(20);
      now -= 1;
      return perfect(request, response);
    });
    await read({ windows_at_once: 2 });
    expect(most).toBe(2);
  });

  it('is told to an observer, page by page and row by row', async () => {
    const told: Progress[] = [];
    server.answer(perfect);
    await read(
      {},
      {
        observer: {
          begin: () => ({ begin: () => Object.assign(Object.create(null)), end: () => undefined }),
          progress: (step) => told.push(step),
        },
      },
    );
    expect(told.at(-1)).toEqual({ pages: 12, ofPages: 12, rows: 120 });
    expect(told.some(({ rows, pages }) => rows > 0 && pages === 0)).toBe(true);
  });

  it('is one answer, asked as ever, where one holds it', async () => {
    server.answer(perfect);
    expect(valuesOf((await read({ window_tokens: 30_000 })).cells)).toEqual(valuesOf(truth));
    expect(windows()).toEqual([{ pages: undefined, wants: 'both', again: false }]);
  });

  describe('where a window goes wrong', () => {
    const isWindow = {
      'the first': ({ wants, pages }: AskedWindow) => wants === 'rows' && pages?.includes(1) === true,
      'a middle': ({ wants, pages }: AskedWindow) => wants === 'rows' && pages?.includes(6) === true,
      'the last': ({ wants, pages }: AskedWindow) => wants === 'rows' && pages?.includes(12) === true,
    };
    const faults: Readonly<Record<string, () => Handler>> = {
      'breaks off': () => answered(broken('break')),
      'ends early': () => answered(broken('end')),
      'reports an error': () => answered(broken('error')),
      'falls silent': () => answered(broken('stall')),
      'is refused by the server': () => json(setting.errorBody('server_error', ''), 503),
      'is refused by the model': () => Object.values(setting.refusals)[0] ?? perfect,
      'is no JSON': () => streamed(setting.reply('Sorry')),
    };
    const broken = (kind: StreamFault): Pace => ({ fault: { kind, afterTokens: 10 } });
    const cases = Object.keys(isWindow).flatMap((place) => Object.keys(faults).map((fault) => [place, fault] as const));

    it.each(cases)('%s window that %s is a gap that is named, and all other rows are read', async (place, fault) => {
      const isIt = isWindow[place as keyof typeof isWindow];
      let lost: readonly number[] = [];
      except((window) => {
        if (!isIt(window)) return undefined;
        lost = window.pages ?? [];
        return faults[fault]?.();
      });
      const { cells, gaps } = await read({ silence_ms: 200 });
      expect(gaps).toEqual([{ array: '$.lines', pages: lost, reason: expect.stringMatching(/^(openai|anthropic):\S+: /) }]);
      expect(lost.length).toBeGreaterThan(0);
      const kept = truth.filter(({ path, page }) => !path.includes('[') || !lost.includes(page ?? 0));
      expect(cells.map(({ value }) => value)).toEqual(kept.toSorted((a, b) => byOrder(a.path, b.path)).map(({ value }) => value));
    });

    it.each(Object.keys(faults))(
      'the header window that %s is the failure of the reading, because no field would be left',
      async (fault) => {
        except(({ wants }) => (wants === 'header' ? faults[fault]?.() : undefined));
        await expect(read({ silence_ms: 200 })).rejects.toMatchObject({ code: expect.stringMatching(/LLM_ERROR|PARSING_ERROR/) });
      },
    );

    it('a window that fails once is made again by the engine’s rules, and it alone', async () => {
      except((window, times) => (isWindow['a middle'](window) && times === 1 ? answered(broken('break')) : undefined));
      const attempt = async <T>(call: () => Promise<T>): Promise<T> => call().catch(call);
      expect(valuesOf((await read({}, { attempt })).cells)).toEqual(valuesOf(truth));
      expect(server.requests.length).toBe(windowCount() + 1);
    });

    it('a window that is cut off is halved, until it fits', async () => {
      except(({ wants, pages = [] }) => (wants === 'rows' && pages.length > 1 ? setting.cutOff : undefined));
      const { cells, gaps } = await read();
      expect([valuesOf(cells), gaps]).toEqual([valuesOf(truth), undefined]);
      expect(windows().filter(({ wants, pages }) => wants === 'rows' && pages?.length === 1)).toHaveLength(12);
    });

    it('a page whose rows no answer holds is a gap', async () => {
      except(({ wants, pages = [] }) => (wants === 'rows' && pages.includes(6) ? setting.cutOff : undefined));
      const { gaps } = await read();
      expect(gaps).toEqual([{ array: '$.lines', pages: [6], reason: expect.stringContaining('cut off') }]);
    });

    it('a reply that follows no schema is repaired', async () => {
      except((window, times) => (isWindow['the last'](window) && times === 1 ? streamed(setting.reply('Sorry')) : undefined));
      expect(valuesOf((await read()).cells)).toEqual(valuesOf(truth));
    });

    it('what was read before the deadline is the answer, and the rest is a gap', async () => {
      except((window) => (isWindow['the last'](window) ? answered({ firstTokenMs: 30_000 }) : undefined));
      const { gaps } = await read({}, { remainingMs: () => 1_800 });
      expect(gaps).toEqual([
        { array: '$.lines', pages: expect.arrayContaining([12]), reason: expect.stringContaining('No time was left') },
      ]);
    });

    it('nobody who has gone is answered', async () => {
      const gone = new AbortController();
      except(() => {
        gone.abort(new Error('gone'));
        return answered({ firstTokenMs: 5_000 });
      });
      await expect(read({}, { signal: gone.signal })).rejects.toThrow('gone');
    });

    it('all windows of a table without other fields are a failure, not an empty table', async () => {
      except(() => json(setting.errorBody('server_error', ''), 500));
      const rowsOnly = fields.filter(({ path }) => path.includes('[]'));
      await expect(read({}, { fields: rowsOnly })).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: true });
    });

    const windowCount = (): number => new Set(windows().map((window) => JSON.stringify([window.pages, window.wants]))).size;
  });

  describe('whose rows are left out', () => {
    const without = (rows: readonly number[], window: AskedWindow): Handler => {
      const kept = truth.filter(({ path }) => !rows.some((row) => path.startsWith(`$.lines[${row}].`)));
      return streamed(setting.reply(answerText(cellsFor(window, kept))));
    };

    it('is asked for them once more, and they stand where they are printed', async () => {
      except((window) => (window.again ? undefined : without([33, 34, 77], window)));
      const { cells, gaps } = await read();
      expect([valuesOf(cells), gaps]).toEqual([valuesOf(truth), undefined]);
      expect(
        windows()
          .flatMap(({ again, pages }) => (again ? [pages] : []))
          .toSorted(),
      ).toEqual([[4], [8]]);
    });

    it('is asked for a page that was left out as a whole', async () => {
      const page = Array.from({ length: 10 }, (_, at) => 50 + at);
      except((window) => (window.again ? undefined : without(page, window)));
      expect(valuesOf((await read()).cells)).toEqual(valuesOf(truth));
    });

    it('is a gap where nobody brings them', async () => {
      except((window) => without([33], window));
      const { cells, gaps } = await read();
      expect(gaps).toEqual([{ array: '$.lines', pages: [4], reason: expect.stringContaining('left out') }]);
      expect(cells.filter(({ path }) => path.endsWith('.amount'))).toHaveLength(119);
      expect(windows().filter(({ again }) => again)).toHaveLength(1);
    });
  });

  describe('whose pages are counted from the first that is shown', () => {
    const counted = (window: AskedWindow): Handler => {
      const renumbered = cellsFor(window, truth).map((cell) => ({ ...cell, page: (window.pages ?? []).indexOf(cell.page ?? 0) + 1 }));
      return streamed(setting.reply(answerText(renumbered)));
    };

    it('is read under the numbers of the document', async () => {
      except(counted);
      const { cells } = await read();
      expect(cells.map(({ path, page }) => [path, page])).toEqual(
        truth.toSorted((a, b) => byOrder(a.path, b.path)).map(({ path, page }) => [path, page]),
      );
    });
  });
});

/** Single fields first, then rows by number, columns as they come. */
function byOrder(a: string, b: string): number {
  const rowOf = (path: string): number => Number(/\[(\d+)\]/.exec(path)?.[1] ?? -1);
  return rowOf(a) - rowOf(b);
}
