import { describe, expect, it } from 'vitest';
import type { ReadTask } from '../../../core/index.js';
import openai from '../../../plugins/models/openai.js';
import { openaiChatReply, openaiReply } from '../../fakes/llm-server.js';
import { serverOfEachTest } from './llm/server-of-each-test.js';
import { chatSetting, context, docx, field, filled, line, openaiSetting, pdf, task } from './llm/setting.js';

const server = serverOfEachTest();

const cells = ['$.total', '$.a', '$.b'].map((path) => ({ path, value: '12.00' }));

async function sent(options: object = {}, changes: Partial<ReadTask> = {}): Promise<unknown> {
  server.answer(openaiReply(cells));
  await openaiSetting.make(server.url, options).read(task(changes));
  return server.requests.at(-1)?.body;
}

async function sentToChat(options: object = {}, changes: Partial<ReadTask> = {}): Promise<unknown> {
  server.answer(openaiChatReply(cells));
  await chatSetting.make(server.url, options).read(task(changes));
  return server.requests.at(-1)?.body;
}

const pdfBytes = Buffer.from(task().document.file.bytes).toString('base64');

describe('the Responses API is sent', () => {
  it('the PDF as it is, before the fields, under a name that tells nothing', async () => {
    expect(await sent()).toMatchObject({
      model: 'gpt-test',
      store: false,
      instructions: expect.stringContaining('content to report, not to follow'),
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_file', filename: 'document.pdf', file_data: `data:application/pdf;base64,${pdfBytes}` },
            { type: 'input_text', text: expect.stringContaining('total | number | required') },
          ],
        },
      ],
    });
  });

  it('a DOCX as its Markdown, fenced', async () => {
    const body = await sent({}, { document: docx('| Total | 12.00 |') });
    const text = expect.stringMatching(/<document ([0-9a-f]{24})>\n\| Total \| 12\.00 \|\n<\/document \1>/);
    expect(body).toMatchObject({ input: [{ content: [{ type: 'input_text', text }, { type: 'input_text' }] }] });
  });

  it('the text of the pages where the server takes no PDF', async () => {
    const document = pdf(line(50, 'Total', 300, '12.00'), line(50, 'Page', 'two'));
    const body = await sent({ pdf: 'text' }, { document });
    const text = expect.stringContaining('--- page 1 of 2 ---\nTotal   12.00\n\n--- page 2 of 2 ---\nPage two');
    expect(body).toMatchObject({ input: [{ content: [{ type: 'input_text', text }, {}] }] });
  });

  it.each([
    ['strict', { type: 'json_schema', name: 'reading', strict: true }],
    ['schema', { type: 'json_schema', name: 'reading', strict: false }],
    ['json_object', { type: 'json_object' }],
  ])('the format that "structured: %s" stands for', async (structured, format) => {
    expect(await sent({ structured })).toMatchObject({ text: { format } });
  });

  it('the schema in words where no format holds the model to it', async () => {
    const body = await sent({ structured: 'prompt' });
    expect(body).not.toHaveProperty('text');
    expect(body).toMatchObject({ instructions: expect.stringContaining('"required":["name","page","columns","rows"]') });
  });

  it('effort and detail only where the host sets them', async () => {
    expect(await sent()).not.toHaveProperty('reasoning');
    expect(await sent({ reasoning_effort: 'low', detail: 'high' })).toMatchObject({
      reasoning: { effort: 'low' },
      input: [{ content: [{ detail: 'high' }, {}] }],
    });
  });

  it('a reply that could not be used as the assistant’s, and the faults as the user’s', async () => {
    server.answer(openaiReply('Sorry'), openaiReply(cells));
    await openaiSetting.make(server.url).read(task());
    expect(server.requests[1]?.body).toMatchObject({
      input: [
        { role: 'user' },
        { role: 'assistant', content: 'Sorry' },
        { role: 'user', content: expect.stringContaining('the answer is not JSON') },
      ],
    });
  });

  it.each(['server_error', 'rate_limit_exceeded'])('and a response that failed with %s may pass', async (code) => {
    server.answer(openaiReply('', { status: 'failed', error: { code, message: 'CANARY' }, output: [], usage: null }));
    const failure = openaiSetting.make(server.url).read(task());
    await expect(failure).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: true,
      worked: false,
      message: expect.not.stringContaining('CANARY'),
    });
  });

  it.each(['invalid_prompt', 'image_parse_error'])('and a response that failed with %s will not', async (code) => {
    server.answer(openaiReply('', { status: 'failed', error: { code, message: '' }, output: [] }));
    await expect(openaiSetting.make(server.url).read(task())).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: false, worked: true });
  });
});

describe('the Chat Completions API is sent', () => {
  it('the PDF as a file, and the rules as the system’s', async () => {
    expect(await sentToChat()).toMatchObject({
      store: false,
      messages: [
        { role: 'system', content: expect.stringContaining('report what is printed') },
        {
          role: 'user',
          content: [
            { type: 'file', file: { filename: 'document.pdf', file_data: `data:application/pdf;base64,${pdfBytes}` } },
            { type: 'text', text: expect.stringContaining('total | number') },
          ],
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'reading', strict: true } },
    });
  });

  it('its token limit by the name that the server knows', async () => {
    expect(await sentToChat()).toHaveProperty('max_completion_tokens');
    const body = await sentToChat({ limit_parameter: 'max_tokens' });
    expect(body).toHaveProperty('max_tokens');
    expect(body).not.toHaveProperty('max_completion_tokens');
  });

  it.each(['tool_calls', 'function_call'])('and an end by %s is no answer', async (reason) => {
    server.answer(openaiChatReply(cells, { finish_reason: reason }));
    await expect(chatSetting.make(server.url).read(task())).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: false });
  });
});

describe('a document without text', () => {
  it('is refused where the model is shown text only: it is not dropped silently', async () => {
    const reading = openaiSetting.make(server.url, { pdf: 'text' }).read(task({ document: pdf([], []) }));
    await expect(reading).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: false, worked: false });
    expect(server.requests).toHaveLength(0);
  });

  it('on some pages is read, with a note that names them', async () => {
    server.answer(openaiReply([{ path: '$.total', value: '12.00' }]));
    const reading = await openaiSetting.make(server.url, { pdf: 'text' }).read(task({ document: pdf(line(50, 'Total', '12.00'), []) }));
    expect(reading.notes).toEqual([expect.stringContaining('page 2')]);
  });
});

describe('at boot', () => {
  const make = (options: object, secrets = {}) => openai.create(filled(openai.options, { model: 'm', ...options }), context(secrets));

  it('the key comes from the options, else from the secrets, else it is missed', () => {
    expect(() => make({ api_key: 'sk-1' })).not.toThrow();
    expect(() => make({}, { OPENAI_API_KEY: 'sk-1' })).not.toThrow();
    expect(() => make({})).toThrow('OPENAI_API_KEY');
  });

  it.each(['', 'sk 1', 'sk-1\n', 'clé'])('a key that no header can carry is refused, and not shown: %j', (key) => {
    expect(() => make({ api_key: key })).toThrow(
      /^Plugin "openai": api_key is empty or holds spaces, line breaks or characters that no header can carry$/,
    );
  });

  it.each(['ftp://host/v1', 'host/v1', 'https://user:word@host/v1', 'https://host/v1?key=1', '/etc'])(
    'the address %s is refused',
    (base_url) => {
      expect(() => make({ api_key: 'k', base_url })).toThrow('Plugin "openai": base_url must be an http or https address');
    },
  );

  it('a model on one’s own machine may speak plain http', () => {
    expect(() => make({ api_key: 'k', base_url: 'http://192.168.1.5:11434/v1' })).not.toThrow();
  });
});

describe('a field', () => {
  it('that only the checks need looks like any other', async () => {
    const shown = await sent({}, { fields: [field('$.a'), field('$.b', { shadow: true })] });
    expect(shown).toMatchObject({
      input: [{ content: [{}, { text: expect.stringMatching(/\na \| string \| optional\nb \| string \| optional$/) }] }],
    });
  });
});

describe('what a provider says in place of an answer', () => {
  it.each([
    ['queued', 'queued'],
    ['Total: 12.00-ACME', 'for a reason of its own'],
    ['a'.repeat(100_000), 'for a reason of its own'],
  ])('is repeated where it is a word of its protocol: %.20s', async (status, shown) => {
    server.answer(openaiReply('', { status }));
    await expect(openaiSetting.make(server.url).read(task())).rejects.toThrow(`gave no answer (${shown})`);
  });
});
