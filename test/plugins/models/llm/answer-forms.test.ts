import { beforeEach, describe, expect, it } from 'vitest';
import { type ExtractionModel, parseSchema, type Reading } from '../../../../core/index.js';
import { at } from '../../../../plugins/models/llm/index.js';
import { LearnedForms } from '../../../../plugins/models/llm/learned.js';
import openai from '../../../../plugins/models/openai.js';
import { documentOf, engineOf } from '../../../core/builders.js';
import { recorder } from '../../../core/recorder.js';
import { answerText, type Handler, json, type LlmRequest, type LlmServer } from '../../../fakes/llm-server.js';
import { readsPages } from '../../../fakes/reads-pages.js';
import { streamed } from '../../../fakes/streamed.js';
import { excerpts, longTable, valuesOf } from './long-table.js';
import { bedrockProvider, providers } from './provider-settings.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { anthropicSetting, chatSetting, openaiSetting, type ProviderSetting, task } from './setting.js';

const settings: readonly ProviderSetting[] = [
  openaiSetting,
  chatSetting,
  anthropicSetting,
  ...providers.filter(({ name }) => name !== 'bedrock'),
  bedrockProvider,
];

/** What a request asks of the form of its answer, in any API. */
function formIn({ body }: Pick<LlmRequest, 'body'>): string {
  const format =
    at(body, 'response_format') ??
    at(body, 'text', 'format') ??
    at(body, 'output_config', 'format') ??
    at(body, 'outputConfig', 'textFormat');
  if (at(format, 'json_schema', 'strict') === true || at(format, 'strict') === true) return 'strict';
  if (at(body, 'generationConfig', 'responseJsonSchema') || at(format, 'type') === 'json_schema') return 'schema';
  return at(format, 'type') === 'json_object' || at(body, 'generationConfig', 'responseMimeType') ? 'json_object' : 'prompt';
}
const formsAsked = ({ requests }: LlmServer): readonly string[] => requests.map(formIn);
const saysSchema = ({ body }: Pick<LlmRequest, 'body'>): boolean => JSON.stringify(body).includes('follows this JSON Schema');

const total = { path: '$.total', value: '12.00', quote: 'Total 12.00' };
const refusal = json({ error: { message: 'Failed to initialize samplers: CANARY', type: 'invalid_request_error', code: 400 } }, 400);
const text = { pdf: 'text' };

describe.each(settings)('$name, whose server refuses a form', (setting) => {
  const server = serverOfEachTest(setting.check ? { check: setting.check } : {});
  const read = (model: ExtractionModel): Promise<Reading> => model.read(task());
  /** Answers only requests in one of these forms. */
  const takes = (...forms: readonly string[]): void =>
    server.answer((request, response) => (forms.includes(formIn(request)) ? setting.reply([total]) : refusal)(request, response));

  it('is asked in the next one within the same reading, with the schema in words', async () => {
    takes('json_object', 'prompt');
    const reading = await read(setting.make(server.url, text));
    expect(reading).toMatchObject({ cells: [{ value: '12.00' }], usage: { outputTokens: 200 } });
    expect(formsAsked(server).slice(1)).toEqual([expect.stringMatching(/^(json_object|prompt)$/)]);
    expect(server.requests.map(saysSchema)).toEqual([false, true]);
  });

  it('is asked by words alone where it refuses any JSON, too, and no document asks for more again', async () => {
    takes('prompt');
    const model = setting.make(server.url, text);
    await read(model);
    const before = server.requests.length;
    await Promise.all([read(model), read(model), read(model)]);
    expect(formsAsked(server).slice(before)).toEqual(['prompt', 'prompt', 'prompt']);
    expect(new Set(formsAsked(server)).size).toBe(before);
  });

  it('keeps a form that was set by hand, and the error names the option', async () => {
    takes('json_object');
    const model = setting.make(server.url, { ...text, structured: 'prompt' });
    await expect(read(model)).rejects.toMatchObject({ code: 'LLM_ERROR', message: expect.stringContaining('see the option structured') });
    expect(formsAsked(server)).toEqual(['prompt']);
  });

  it('learns nothing where every form is refused, and says the first refusal without its words', async () => {
    takes();
    const model = setting.make(server.url, text);
    const failure: Error = await read(model).then(
      () => new Error('read'),
      (error: Error) => error,
    );
    expect(failure.message).toMatch(/refused \(400.*see the option structured/);
    expect(failure.message).not.toContain('CANARY');
    const asked = formsAsked(server);
    await read(model).catch(() => undefined);
    expect(formsAsked(server)).toEqual([...asked, ...asked]);
  });

  it('passes on a failure of another kind as it is, and learns nothing from it', async () => {
    const overloaded = json(setting.errorBody('x', ''), 503);
    server.answer(refusal, overloaded);
    const model = setting.make(server.url, text);
    await expect(read(model)).rejects.toMatchObject({ retryable: true });
    takes('strict', 'schema');
    await read(model);
    expect(formsAsked(server).at(-1)).toBe(formsAsked(server)[0]);
  });
});

describe('a server that ignores the form', () => {
  const server = serverOfEachTest({ check: () => [] });
  const ollama = providers.find(({ name }) => name === 'ollama') as ProviderSetting;
  const prose = ollama.reply('The total is 12.00.');

  it('is told the schema in words when its first answer keeps to none, and from then on', async () => {
    server.answer(prose, ollama.reply([total]));
    const model = ollama.make(server.url);
    expect((await model.read(task())).cells).toMatchObject([{ value: '12.00' }]);
    await model.read(task());
    expect(formsAsked(server)).toEqual(['schema', 'json_object', 'json_object']);
    expect(server.requests.map(saysSchema)).toEqual([false, true, true]);
  });

  it('is a failure and never a null where words do not help either', async () => {
    server.answer(prose);
    await expect(ollama.make(server.url).read(task())).rejects.toMatchObject({ code: 'PARSING_ERROR' });
  });
});

describe('what was learned', () => {
  const server = serverOfEachTest();
  const answer: Handler = (request, response) => (formIn(request) === 'strict' ? refusal : chatSetting.reply([total]))(request, response);

  it('is learned by the windows that are read at a time, and by no later one', async () => {
    const table = longTable(12);
    const perfect = readsPages(table.truth, (text) => chatSetting.reply(text));
    server.answer((request, response) => (formIn(request) === 'strict' ? refusal : perfect)(request, response));
    const model = chatSetting.make(server.url, { window_tokens: 700, windows_at_once: 2 });
    const read = () => model.read(task({ document: table.document, fields: table.fields, pages: excerpts }));
    expect(valuesOf((await read()).cells)).toEqual(valuesOf(table.truth));
    expect(formsAsked(server).filter((form) => form === 'strict').length).toBeLessThanOrEqual(3);
    const before = server.requests.length;
    await read();
    expect(new Set(formsAsked(server).slice(before))).toEqual(new Set(['json_object']));
  });

  it('is told in the log once, raises no alarm, is no failed try, and is charged once', async () => {
    const lines: unknown[] = [];
    server.answer(answer);
    const options = { model: 'gpt-test', base_url: `${server.url}/v1`, api_key: 'sk-secret', api: 'chat' };
    const engine = engineOf({
      document: documentOf('Total 12.00'),
      tiers: [{ plugin: openai, options: { ...options, pdf: 'text' }, label: 'openai:gpt-test' }],
      outages: { retryShare: 0, retriesAMinute: 0, failures: 1 },
      log: (...line) => lines.push(line),
    });
    const schema = parseSchema('{"type":"object","properties":{"total":{"type":"number"}}}');
    const ask = () => engine.extract({ file: { name: 'typed.txt', bytes: new Uint8Array() }, schema });
    for (const outcome of [await ask(), await ask()])
      expect(outcome).toMatchObject({ object: { total: 12 }, metadata: { credits: 1, fallbackTriggered: false } });
    await engine.close();
    const lesson = 'the server refuses structured: strict; answers are asked for as json_object';
    expect(lines).toEqual([['model learned', { plugin: 'openai:gpt-test', lesson }]]);
  });

  it('is remembered for each model by itself', async () => {
    server.answer(answer);
    await chatSetting.make(server.url).read(task());
    await chatSetting.make(server.url).read(task());
    expect(formsAsked(server)).toEqual(['strict', 'json_object', 'strict', 'json_object']);
  });

  it('is told to an observer with each call', async () => {
    const observer = recorder();
    server.answer(answer);
    await chatSetting.make(server.url).read(task({ observer }));
    expect(observer.steps).toMatchObject([
      { step: { form: 'strict' }, ending: { failure: 'LLM_ERROR', usage: { inputTokens: 0 } } },
      { step: { form: 'json_object' }, ending: { usage: { inputTokens: 1000 } } },
    ]);
  });

  it('is learned from an error that a stream begins with, too', async () => {
    const event = `data: ${JSON.stringify({ error: { code: 400, message: 'response_format is not supported' } })}\n\n`;
    server.answer((request, response) => {
      if (formIn(request) !== 'strict') return streamed(chatSetting.reply(answerText([total])))(request, response);
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event);
    });
    expect((await chatSetting.make(server.url).read(task())).cells).toHaveLength(1);
    expect(formsAsked(server)).toEqual(['strict', 'json_object']);
  });
});

let lessons: string[];
let now: number;
let forms: LearnedForms;
beforeEach(() => {
  [lessons, now] = [[], 5];
  forms = new LearnedForms(
    ['strict', 'json_object', 'prompt'],
    (lesson) => lessons.push(lesson),
    () => now,
  );
});
const anHour = 3_600_000;

it('the strictest form is asked for first', () => {
  expect(forms.current).toBe('strict');
});

it('a refused form is not asked for again, and that is said once', () => {
  forms.fellBackTo('json_object');
  forms.fellBackTo('json_object');
  expect(forms.current).toBe('json_object');
  expect(lessons).toEqual(['the server refuses structured: strict; answers are asked for as json_object']);
});

it('a slower request that fell back less far unlearns nothing', () => {
  forms.fellBackTo('prompt');
  forms.fellBackTo('json_object');
  forms.kept('strict');
  expect(forms.current).toBe('prompt');
});

it('after an hour the strictest form is asked for once more, and a refusal that goes on is not said again', () => {
  forms.fellBackTo('json_object');
  now += anHour - 1;
  expect(forms.current).toBe('json_object');
  now += 1;
  expect(forms.current).toBe('strict');
  forms.fellBackTo('json_object');
  expect(forms.current).toBe('json_object');
  expect(lessons).toHaveLength(1);
});

it('a server that was mended is noticed', () => {
  forms.fellBackTo('prompt');
  now += anHour;
  expect(forms.current).toBe('strict');
  forms.kept('strict');
  now += anHour;
  expect(forms.current).toBe('strict');
  expect(lessons.at(-1)).toBe('the server now takes structured: strict');
});

it('a schema that no answer has kept to is ignored by the server', () => {
  forms.broken('strict');
  expect(forms.current).toBe('json_object');
  expect(lessons).toEqual(['the server ignores structured: strict; answers are asked for as json_object']);
});

it('one slip of a server that holds answers to the schema is none of these', () => {
  forms.kept('strict');
  forms.broken('strict');
  expect(forms.current).toBe('strict');
});

it('a form that is set by hand is kept', () => {
  const alone = new LearnedForms(['schema'], (lesson) => lessons.push(lesson));
  alone.broken('schema');
  expect([alone.current, alone.below('schema'), lessons]).toEqual(['schema', undefined, []]);
});
