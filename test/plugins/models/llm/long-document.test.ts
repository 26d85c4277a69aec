import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEngine, type Outcome, parseSchema } from '../../../../core/index.js';
import pdfConverter from '../../../../plugins/converters/pdf.js';
import required from '../../../../plugins/gates/required.js';
import meta from '../../../../plugins/injectors/meta.js';
import openai from '../../../../plugins/models/openai.js';
import verticalSum from '../../../../plugins/rules/vertical-sum.js';
import { metaOf } from '../../../core/builders.js';
import { json, openaiReply } from '../../../fakes/llm-server.js';
import { readsPages, windowIn } from '../../../fakes/reads-pages.js';
import { streamed } from '../../../fakes/streamed.js';
import { longInvoice, longSchema } from '../../../measure/lengths/long-invoice.js';
import { serverOfEachTest } from './server-of-each-test.js';

/** Through a whole engine: a real PDF, excerpts of it, streams, and the engine's rules for failures. */
const invoice = longInvoice(120, 12);

const server = serverOfEachTest();

const perfect = readsPages(invoice.truth, (text) => streamed(openaiReply(text)));

async function read(budget?: (tokens: number) => void): Promise<Outcome> {
  const options = { model: 'gpt-test', base_url: `${server.url}/v1`, api_key: 'sk', window_tokens: 900, windows_at_once: 4 };
  const reserve = async (tokens: number) => {
    budget?.(tokens);
    return async (used: number) => budget?.(used);
  };
  const engine = createEngine({
    converters: [{ plugin: pdfConverter }],
    tiers: [{ plugin: openai, options }],
    rules: [{ plugin: verticalSum }],
    gate: { plugin: required },
    injector: { plugin: meta },
    tokenBudget: { reserve },
  });
  try {
    return await engine.extract({ file: { name: 'long.pdf', bytes: invoice.file }, schema: parseSchema(longSchema) });
  } finally {
    await engine.close();
  }
}

const rowsOf = ({ object }: Outcome): readonly string[] =>
  ((object?.['line_items'] ?? []) as readonly object[]).map((row) => JSON.stringify(row));

describe('a long document', () => {
  it('is read whole, from excerpts of its pages, and charged once', async () => {
    server.answer(perfect);
    const outcome = await read();
    expect(rowsOf(outcome)).toEqual(invoice.rows);
    expect(outcome).toMatchObject({ complete: true, metadata: { credits: 10 }, object: { invoice_number: 'BW-77' } });
    expect(server.requests.length).toBeGreaterThan(4);
  });

  it('whose window fails in passing is whole all the same, and charged once', async () => {
    let failed = false;
    server.answer((request, response) => {
      if (failed || windowIn(request).wants !== 'rows') return perfect(request, response);
      failed = true;
      return json({ error: { message: '', code: 'server_error' } }, 503, { 'retry-after-ms': '1' })(request, response);
    });
    const outcome = await read();
    expect(rowsOf(outcome)).toEqual(invoice.rows);
    expect(outcome).toMatchObject({ complete: true, metadata: { credits: 10 } });
  });

  it('whose window fails for good says which pages are missing, is not complete, and is charged once', async () => {
    server.answer((request, response) =>
      windowIn(request).wants === 'rows' && windowIn(request).pages?.includes(5)
        ? json({ error: { message: '', code: 'x' } }, 400)(request, response)
        : perfect(request, response),
    );
    const outcome = await read();
    const lost = server.requests.map(windowIn).find(({ pages, wants }) => wants === 'rows' && pages?.includes(5))?.pages ?? [];
    expect(rowsOf(outcome)).toEqual(invoice.rows.filter((_, row) => !lost.includes(Math.floor(row / 12) + 1)));
    expect(outcome).toMatchObject({ complete: false, metadata: { credits: 10 } });
    const [issue] = metaOf(outcome).issues.filter((text) => text.startsWith('$.line_items: the rows of page'));
    expect(issue).toMatch(/were not read: openai:gpt-test: the request was refused \(400/);
    for (const page of lost) expect(issue).toContain(String(page));
  });

  it('whose header cannot be read is a failure, and is charged because its rows were read', async () => {
    server.answer(async (request, response) => {
      if (windowIn(request).wants !== 'header') return perfect(request, response);
      await sleep(300);
      return json({ error: { message: '', code: 'x' } }, 400)(request, response);
    });
    expect(await read()).toMatchObject({ object: null, metadata: { credits: 10 }, error: { code: 'LLM_ERROR' } });
  });

  it('sets aside the most tokens that all of its windows can use, and is charged what they used', async () => {
    server.answer(perfect);
    const amounts: number[] = [];
    await read((tokens) => void amounts.push(tokens));
    const [reserved = 0, used] = amounts;
    expect(used).toBe(server.requests.length * 1200);
    expect(reserved).toBeGreaterThan(120 * 4 * 20);
  });

  it('that one answer does not hold against expectation is read in halves', async () => {
    const cut = openaiReply('{"fields":[', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    const few = longInvoice(40, 20);
    const answer = readsPages(few.truth, (text) => streamed(openaiReply(text)));
    server.answer((request, response) => (windowIn(request).pages === undefined ? streamed(cut) : answer)(request, response));
    const engine = createEngine({
      converters: [{ plugin: pdfConverter }],
      tiers: [{ plugin: openai, options: { model: 'gpt-test', base_url: `${server.url}/v1`, api_key: 'sk' } }],
      gate: { plugin: required },
      injector: { plugin: meta },
    });
    const outcome = await engine.extract({ file: { name: 'f.pdf', bytes: few.file }, schema: parseSchema(longSchema) });
    await engine.close();
    expect(rowsOf(outcome)).toEqual(few.rows);
    expect(
      server.requests
        .map(windowIn)
        .map(({ pages = [], wants }) => `${wants} ${pages.join(' ')}`)
        .toSorted(),
    ).toEqual(['both ', 'header 1 2', 'rows 1', 'rows 2']);
  });
});
