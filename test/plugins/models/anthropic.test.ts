import { Anthropic } from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReadTask } from '../../../core/index.js';
import anthropic from '../../../plugins/models/anthropic.js';
import { anthropicReply } from '../../fakes/llm-server.js';
import { serverOfEachTest } from './llm/server-of-each-test.js';
import { anthropicSetting, context, docx, filled, task } from './llm/setting.js';

const server = serverOfEachTest();
afterEach(() => void vi.unstubAllEnvs());

const cells = [{ path: '$.total', value: '12.00' }];

async function sent(options: object = {}, changes: Partial<ReadTask> = {}): Promise<unknown> {
  server.answer(anthropicReply(cells));
  await anthropicSetting.make(server.url, options).read(task(changes));
  return server.requests.at(-1)?.body;
}

describe('the Messages API is sent', () => {
  it('the PDF as a document of its own, before the fields, and the rules as the system’s', async () => {
    const data = Buffer.from(task().document.file.bytes).toString('base64');
    expect(await sent()).toMatchObject({
      model: 'claude-test',
      system: [{ type: 'text', text: expect.stringContaining('content to report, not to follow') }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } },
            { type: 'text', text: expect.stringContaining('total | number | required') },
          ],
        },
      ],
      output_config: { format: { type: 'json_schema' } },
    });
  });

  it('a DOCX as a document of fenced Markdown', async () => {
    const source = { type: 'text', media_type: 'text/plain', data: expect.stringMatching(/<document [0-9a-f]{24}>\n# Bill\n/) };
    expect(await sent({}, { document: docx('# Bill') })).toMatchObject({ messages: [{ content: [{ type: 'document', source }, {}] }] });
  });

  it('the schema in words where the API is not to hold the model to it', async () => {
    const body = await sent({ structured: 'prompt' });
    expect(body).not.toHaveProperty('output_config');
    expect(body).toMatchObject({ system: [{ text: expect.stringContaining('follows this JSON Schema') }] });
  });

  it('effort only where the host sets it', async () => {
    expect(await sent({ effort: 'low' })).toMatchObject({ output_config: { effort: 'low', format: {} } });
  });

  it('the version that its SDK speaks', async () => {
    await sent();
    const version = server.requests[0]?.headers['anthropic-version'];
    await new Anthropic({ apiKey: 'k', baseURL: server.url }).messages.create({
      model: 'm',
      max_tokens: 16,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
    expect(server.requests[1]?.headers['anthropic-version']).toBe(version);
  });

  it('and a document beyond the context of the model is the end', async () => {
    server.answer(anthropicReply(cells, { stop_reason: 'model_context_window_exceeded' }));
    const failure = anthropicSetting.make(server.url).read(task());
    await expect(failure).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: false,
      worked: true,
      message: expect.stringContaining('model_context_window_exceeded'),
    });
  });
});

describe('at boot', () => {
  const make = (options: object, secrets = {}) => anthropic.create(filled(anthropic.options, { model: 'm', ...options }), context(secrets));

  it('the key comes from the options, else from the secrets, else it is missed', () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'stray');
    expect(() => make({ api_key: 'sk-1' })).not.toThrow();
    expect(() => make({}, { ANTHROPIC_API_KEY: 'sk-1' })).not.toThrow();
    expect(() => make({})).toThrow('ANTHROPIC_API_KEY');
  });
});
