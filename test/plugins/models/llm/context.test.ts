import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reading } from '../../../../core/index.js';
import { LearnedContext } from '../../../../plugins/models/llm/learned.js';
import { answerText, type Handler, json, type LlmServer, openaiChatReply, startLlmServer } from '../../../fakes/llm-server.js';
import { readsPages, windowIn } from '../../../fakes/reads-pages.js';
import { counted, llamaCppOverflow, type Overflow, smallContext, vllmOverflow, wordlessOverflow } from '../../../fakes/small-context.js';
import { streamed } from '../../../fakes/streamed.js';
import { failureOf } from './failure-of.js';
import { longTable, valuesOf } from './long-table.js';
import { providers } from './provider-settings.js';
import { field, line, type ProviderSetting, pdf, task } from './setting.js';

const server = (name: string): ProviderSetting => providers.find((provider) => provider.name === name) as ProviderSetting;
const [vllm, llamaCpp, ollama] = ['vllm', 'llama-cpp', 'ollama'].map(server) as [ProviderSetting, ProviderSetting, ProviderSetting];

let stand: LlmServer;
const start = async (setting: ProviderSetting): Promise<void> => {
  stand = await startLlmServer(setting.check ? { check: setting.check } : {});
};
afterEach(async () => {
  await stand?.close();
  expect(stand?.violations ?? []).toEqual([]);
});

const table = longTable(12);
const refusals = (overflow: Overflow, context: number): number =>
  stand.requests.filter((request) => overflow({ ...counted(request), context }) !== undefined).length;

describe.each<[string, ProviderSetting, Overflow]>([
  ['vLLM, which counts the answer, too', vllm, vllmOverflow],
  ['llama.cpp', llamaCpp, llamaCppOverflow],
])('a long document before a server with 2,048 tokens like %s', (_name, setting, overflow) => {
  const truthful = readsPages(table.truth, (text) => streamed(setting.reply(text)));
  beforeEach(() => start(setting));
  const read = (model = setting.make(stand.url)): Promise<Reading> => model.read(task({ document: table.document, fields: table.fields }));

  it('is read whole in smaller windows', async () => {
    stand.answer(smallContext(2_048, overflow, truthful));
    const reading = await read();
    expect(valuesOf(reading.cells)).toEqual(valuesOf(table.truth));
    expect(reading).not.toHaveProperty('gaps');
  });

  it('is refused no more for the next document: what the server said is remembered', async () => {
    stand.answer(smallContext(2_048, overflow, truthful));
    const model = setting.make(stand.url);
    await read(model);
    const [before, learned] = [refusals(overflow, 2_048), stand.requests.length];
    expect(before).toBeGreaterThan(0);
    expect(valuesOf((await read(model)).cells)).toEqual(valuesOf(table.truth));
    expect(stand.requests.length).toBeGreaterThan(learned);
    expect(refusals(overflow, 2_048)).toBe(before);
  });

  it('is not refused once where the option says what the model holds', async () => {
    stand.answer(smallContext(2_048, overflow, truthful));
    expect(valuesOf((await read(setting.make(stand.url, { context: 2_048 }))).cells)).toEqual(valuesOf(table.truth));
    expect(refusals(overflow, 2_048)).toBe(0);
    for (const request of stand.requests) expect(counted(request).input + counted(request).answer).toBeLessThanOrEqual(2_048);
  });
});

describe('a server that says no number', () => {
  beforeEach(() => start(vllm));
  const truthful = readsPages(table.truth, (text) => vllm.reply(text));

  it('is asked for halves until it takes them', async () => {
    stand.answer(smallContext(8_400, wordlessOverflow, truthful));
    const reading = await vllm.make(stand.url, { window_tokens: 30_000 }).read(task({ document: table.document, fields: table.fields }));
    expect(valuesOf(reading.cells)).toEqual(valuesOf(table.truth));
    expect(stand.requests.map(windowIn)[0]).toMatchObject({ wants: 'both', pages: undefined });
  });

  it('and takes nothing is an error that names the option', async () => {
    stand.answer(smallContext(500, wordlessOverflow, truthful));
    const failure = await failureOf(vllm.make(stand.url).read(task()));
    expect(failure).toMatchObject({ code: 'LLM_ERROR', retryable: false, ours: true, worked: false });
    expect(failure.message).toMatch(
      /context_length_exceeded\): the model does not hold the document and its answer; set context to what it holds/,
    );
  });
});

describe('a document that no part of fits', () => {
  beforeEach(() => start(llamaCpp));
  const huge = pdf(Array.from({ length: 60 }, (_, row) => line(20 + row * 12, `Item ${row}`, `${row}.25`, '1,234,567.89')).flat());

  it('names the limit and the option, and nothing is sent', async () => {
    stand.answer(llamaCpp.reply([]));
    const failure = await failureOf(llamaCpp.make(stand.url, { context: 1_024 }).read(task({ document: huge })));
    expect(failure).toMatchObject({ code: 'LLM_ERROR', retryable: false, worked: false, ours: true });
    expect(failure.message).toMatch(
      /^llama-cpp:llama-cpp-test: the context of 1024 tokens \(the option context\) is too small: what must be read at once takes some \d+ with its answer; .* set context to it/,
    );
    expect(stand.requests).toHaveLength(0);
  });

  it('names the limit that the server has said', async () => {
    stand.answer(smallContext(1_024, llamaCppOverflow, llamaCpp.reply([])));
    const failure = await failureOf(llamaCpp.make(stand.url).read(task({ document: huge })));
    expect(failure.message).toContain('the context of 1024 tokens (learned from the server; the option context sets it) is too small');
    expect(stand.requests).toHaveLength(1);
  });

  it('is a gap that names the limit where other pages fit', async () => {
    const wide = table.document.pages.map((page) => (page.number === 5 ? { ...page, words: huge.pages[0]?.words ?? [] } : page));
    stand.answer(readsPages(table.truth, (text) => llamaCpp.reply(text)));
    const model = llamaCpp.make(stand.url, { context: 2_048 });
    const { gaps } = await model.read(task({ document: { ...table.document, pages: wide }, fields: table.fields }));
    expect(gaps).toEqual([{ array: '$.lines', pages: [5], reason: expect.stringContaining('the context of 2048 tokens') }]);
  });
});

describe('fields that stand once', () => {
  const pages = Array.from({ length: 8 }, (_, page) =>
    Array.from({ length: 40 }, (_, row) => line(20 + row * 12, `Clause ${page} of terms ${row}`)).flat(),
  );
  const document = pdf([...line(5, 'Invoice', 'A-77'), ...(pages[0] ?? [])], ...pages.slice(1, -1), line(50, 'Total', '12.00'));
  const fields = [field('$.number'), field('$.total'), field('$.currency')];
  const truth = [
    { path: '$.number', value: 'A-77', page: 1 },
    { path: '$.total', value: '12.00', page: 8 },
  ];
  beforeEach(() => start(llamaCpp));

  it('are looked for part by part where the document does not fit, and a value counts before its absence', async () => {
    stand.answer((request, response) => {
      const shown = JSON.stringify(request.body);
      const said = truth.filter(({ value }) => shown.includes(value));
      const absent = fields.filter(({ path }) => !said.some((cell) => cell.path === path)).map(({ path }) => ({ path, value: null }));
      return llamaCpp.reply([...said, ...absent])(request, response);
    });
    const { cells } = await llamaCpp.make(stand.url, { context: 3_000 }).read(task({ document, fields }));
    expect(valuesOf(cells)).toEqual({ '$.number': 'A-77', '$.total': '12.00', '$.currency': null });
    expect(stand.requests.length).toBeGreaterThan(1);
  });

  it('are said to be one of several where parts answer differently', async () => {
    let asked = 0;
    stand.answer((request, response) => {
      asked += 1;
      return llamaCpp.reply([{ path: '$.total', value: `${asked}.00` }])(request, response);
    });
    const { cells } = await llamaCpp.make(stand.url, { context: 3_000 }).read(task({ document, fields: [field('$.total')] }));
    expect(cells).toEqual([expect.objectContaining({ path: '$.total', confidence: 'likely', reason: 'multiple' })]);
  });
});

describe('a small context', () => {
  beforeEach(() => start(llamaCpp));

  it('that ends an answer before its limit is named, though the server calls it the limit', async () => {
    stand.answer(openaiChatReply('{"fields":[["tot', { finish_reason: 'length' }));
    await expect(llamaCpp.make(stand.url).read(task())).rejects.toMatchObject({
      code: 'PARSING_ERROR',
      worked: true,
      message: expect.stringMatching(/it was cut off after 200 tokens where \d+ were asked for: .* see the option context$/),
    });
    expect(stand.requests).toHaveLength(1);
  });

  it('has an answer repaired without repeating it where it takes the room', async () => {
    stand.answer(llamaCpp.reply('Sorry, 12.00! '.repeat(900)), llamaCpp.reply([{ path: '$.total', value: '12.00' }]));
    expect((await llamaCpp.make(stand.url, { context: 2_048 }).read(task())).cells).toHaveLength(1);
    const repair = JSON.stringify(stand.requests[1]?.body);
    expect(repair).toContain('(left out, because it is too long)');
    expect(repair).toContain('the answer is not JSON');
    expect(repair).not.toContain('Sorry');
  });
});

describe('Ollama, which cuts a long prompt without a word', () => {
  beforeEach(() => start(ollama));
  /** Reads as much of the prompt as the context holds, and says so by its count alone. */
  const cutting =
    (context: number): Handler =>
    (request, response) => {
      const { input } = counted(request);
      const read = Math.min(input, context);
      const body = {
        choices: [{ finish_reason: 'stop', message: { content: answerText(truthOf(input <= context)) } }],
        usage: { prompt_tokens: read, completion_tokens: 20 },
      };
      return json(body)(request, response);
    };
  const truthOf = (isWhole: boolean) => [{ path: '$.total', value: isWhole ? '12.00' : '1.00' }];
  const text = Array.from({ length: 40 }, (_, row) =>
    line(20 + row * 12, 'Some terms and conditions that nobody reads in any language'),
  ).flat();
  const long = pdf([...text, ...line(600, 'Total', '12.00')], ...Array.from({ length: 9 }, () => text));

  it('is not believed: the error names what it has read and the option', async () => {
    stand.answer(cutting(1_024));
    const failure = await failureOf(ollama.make(stand.url).read(task({ document: pdf(text) })));
    expect(failure).toMatchObject({ code: 'LLM_ERROR', worked: true, usage: { inputTokens: 1_024 } });
    expect(failure.message).toMatch(/has read 1024 tokens of a longer prompt .*OLLAMA_CONTEXT_LENGTH\) and set context to it/);
  });

  it('is asked for smaller parts, and what it holds is remembered', async () => {
    stand.answer(cutting(4_096));
    const model = ollama.make(stand.url);
    const reading = await model.read(task({ document: long }));
    expect(reading.cells).toMatchObject([{ path: '$.total', value: '12.00' }]);
    const before = stand.requests.length;
    await model.read(task({ document: long }));
    for (const request of stand.requests.slice(before)) expect(counted(request).input).toBeLessThan(4_096);
  });

  it('is believed where its count fits the text', async () => {
    stand.answer(cutting(8_192));
    expect((await ollama.make(stand.url).read(task())).cells).toHaveLength(1);
  });
});

it('answers of a length that the server refuses are asked for as long as it gives them', async () => {
  await start(vllm);
  const most = 4_096;
  stand.answer((request, response) => {
    const tooLong = json(
      {
        error: {
          message: `max_tokens is too large: 6080. This model supports at most ${most} completion tokens, whereas you provided 6080.`,
        },
      },
      400,
    );
    return (counted(request).answer > most ? tooLong : vllm.reply([{ path: '$.total', value: '12.00' }]))(request, response);
  });
  const model = vllm.make(stand.url);
  await model.read(task());
  await model.read(task());
  expect(stand.requests.map((request) => counted(request).answer > most)).toEqual([true, false, false]);
});

describe('what is learned of a context', () => {
  it('is told once, is the smallest that was said, and is believed for an hour', () => {
    const lessons: string[] = [];
    let now = 0;
    const context = new LearnedContext(
      8_192,
      (lesson) => lessons.push(lesson),
      () => now,
    );
    expect([context.contextTokens, context.source]).toEqual([8_192, 'the option context']);
    context.learn({ what: 'context', limitTokens: 4_096 });
    context.learn({ what: 'context', limitTokens: 4_096 });
    context.learn({ what: 'context', limitTokens: 6_000 });
    expect([context.contextTokens, context.source]).toEqual([4_096, 'learned from the server; the option context sets it']);
    expect(lessons).toEqual(['the context holds 4096 tokens; smaller parts of documents are read']);
    now += 3_600_000;
    expect(context.contextTokens).toBe(8_192);
  });
});
