import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../../plugins/models/llm/index.js';
import { type Handler, json, type LlmServer, openaiReply, raw, startLlmServer } from '../../../fakes/llm-server.js';
import { cliWorkspace } from '../cli-workspace.js';

const key = 'sk-never-to-be-shown';
const label = 'openai:m';
/** Reads every file as the first lines of the sample. Parsing the sample itself took most of the time, and other tests hold it. */
const converter = `export default { kind: 'converter', name: 'sample', create: () => ({
  format: 'SAMPLE',
  reads: { formats: ['SAMPLE'], extensions: ['.pdf'], mediaTypes: [] },
  accepts: () => true,
  async convert(file) {
    const words = ['Brightwater Instruments Ltd', 'Invoice number BW-2026-0147', 'Due date 11 April 2026'].flatMap((line, row) =>
      line.split(' ').map((text, column) => ({ text, ocr: false, box: { x: 50 + column * 90, y: 50 + row * 30, width: 80, height: 10 } })));
    const page = { number: 1, width: 595, height: 842, textLayer: 'native', words, hidden: [] };
    return { format: 'text', file, pages: [page], attachments: [], chargedPages: 1 };
  },
}) };`;
const { command, folder } = cliWorkspace({ 'sample.js': converter });
let provider: LlmServer;
beforeAll(async () => {
  provider = await startLlmServer();
});
afterAll(() => provider.close());

const model = (name: string): string => `{ use: openai, model: ${name}, base_url: "${provider.url}/v1", api_key: ${key} }`;
const config = (more = '', models = `tiers: [${model('m')}]\nwitnesses: []`): string => `converters: [./sample.js]
recognizers: []
${models}
server: { port: 0, store: "memory:" }
${more}`;

async function doctor(args: readonly string[], more = '', models?: string) {
  writeFileSync(join(folder, 'vouch.config.yaml'), config(more, models));
  const before = provider.requests.length;
  const ended = await command(['doctor', '--live', ...args]);
  expect(ended.out + ended.err).not.toContain(key);
  return { ...ended, sent: provider.requests.length - before };
}

const prices = 'prices: { currency: USD, models: { "openai:m": { input: 1, output: 2 } } }\n';

describe('vouch doctor --live', () => {
  it('counts what is accepted, and a null neither as read nor as accepted', async () => {
    provider.answer(
      openaiReply([
        { path: '$.invoice_number', value: 'BW-2026-0147' },
        { path: '$.due_date', value: null },
      ]),
    );
    const { out, err } = await doctor(['--yes']);
    expect(err).toContain('its price is not configured');
    expect(out).toMatch(/live +openai:m: read 1 of \d+ fields, 1 accepted; structured: strict, 1 call, /);
    expect(out).not.toContain('BW-2026-0147');
  });

  it('sends nothing without a terminal and without --yes, and says so', async () => {
    provider.answer(openaiReply([]));
    const { code, err, sent } = await doctor([]);
    expect([code, sent]).toEqual([2, 0]);
    expect(err).toMatch(/^openai:m: one sample invoice, at most [1-9][\d,]* tokens; its price is not configured\n/);
    expect(err).toContain('Nothing was sent: there is no terminal to confirm at. --yes confirms it.');
  });

  it('says what a model read and used, and what it cost', async () => {
    provider.answer(openaiReply([{ path: '$.invoice_number', value: 'no such number' }]));
    const { out, err, sent } = await doctor(['--yes', '--json'], prices);
    expect(sent).toBe(1);
    expect(err).toMatch(/at most [\d,]+ tokens; \d+\.\d+ USD\n/);
    const { findings } = JSON.parse(out);
    const [finding] = findings.filter(({ name }: { name: string }) => name === 'live');
    expect(finding.says).toMatch(
      /^openai:m: read \d+ of \d+ fields, 0 accepted; structured: strict, 1 call, 1,000 tokens in, 0 of them cached, 200 out, 0\.0014 USD, /,
    );
  });

  const read = openaiReply([{ path: '$.invoice_number', value: 'BW-2026-0147' }]);
  const strictIsRefused: Handler = (request, response) => {
    const refusal = json({ error: { message: 'response_format is unavailable now: CANARY', type: 'invalid_request_error' } }, 400);
    return (at(request.body, 'text', 'format', 'type') === 'json_schema' ? refusal : read)(request, response);
  };

  it('says in which form a model answered, and what was learned of its server', async () => {
    provider.answer(strictIsRefused);
    const { out, sent } = await doctor(['--yes']);
    expect(sent).toBe(2);
    expect(out).toMatch(
      /live +openai:m: read 1 .*; structured: json_object, 2 calls, 1,000 tokens in, .*; answers are asked for as json_object\n/,
    );
    expect(out).toContain('learned: the server refuses structured: strict;');
    expect(out).not.toContain('CANARY');
  });

  it('lets each of several models read, witnesses, too, and says what each may use before anything is sent', async () => {
    provider.answer((request, response) => {
      const refusal = json({ error: { type: 'not_found_error', message: 'CANARY' } }, 404);
      return (at(request.body, 'model') === 'second' ? refusal : read)(request, response);
    });
    const models = `tiers: [${model('first')}, ${model('second')}]\nwitnesses: [${model('third')}]`;
    const { code, out, err, sent } = await doctor(['--yes'], '', models);
    expect([code, sent]).toEqual([2, 3]);
    expect(err.match(/openai:\w+: one sample invoice, at most/g)).toHaveLength(3);
    expect(out).toMatch(/live +openai:first: read 1 /);
    expect(out).toMatch(/fail +live +openai:second: .*no such model or address \(404\)/);
    expect(out).toMatch(/live +openai:third: read 1 /);
  });

  it.each([
    ['a server that is busy', json({ error: { message: '', code: 'x' } }, 503, { 'retry-after-ms': '1' })],
    ['a rate limit', json({ error: { message: '', code: 'x' } }, 429, { 'retry-after-ms': '1' })],
  ])('asks %s again', async (_name, busy) => {
    provider.answer(busy, read);
    const { out, sent } = await doctor(['--yes']);
    expect(sent).toBe(2);
    expect(out).toMatch(/live +openai:m: read 1 /);
  });

  it('asks no more than twice again', async () => {
    provider.answer(json({ error: { message: '', code: 'x' } }, 503, { 'retry-after-ms': '1' }));
    const { out, sent } = await doctor(['--yes']);
    expect(sent).toBe(3);
    expect(out).toMatch(/fail +live +openai:m: .*the provider failed \(503\)/);
  });

  it('does not ask again where the first try may have used what was confirmed, and says what had failed', async () => {
    provider.answer(raw('<html>', 'text/html'), read);
    const { out, sent } = await doctor(['--yes']);
    expect(sent).toBe(1);
    expect(out).toMatch(
      /fail +live +openai:m: .*answered with success, but .*; it is not asked again, because the first try may have used/,
    );
  });

  it('stops a model that uses more than was confirmed', async () => {
    const usage = {
      input_tokens: 900_000,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 200,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 900_200,
    };
    provider.answer(openaiReply('no JSON', { usage }), openaiReply([{ path: '$.invoice_number', value: 'BW-2026-0147' }], { usage }));
    const { out, sent } = await doctor(['--yes']);
    expect(sent).toBe(1);
    expect(out).toMatch(/fail +live +openai:m: .*It was stopped, because it had used 900200 tokens of \d+ that were confirmed/);
  });

  it('has nothing for --yes to confirm without --live', async () => {
    writeFileSync(join(folder, 'vouch.config.yaml'), config());
    const { code, err } = await command(['doctor', '--yes']);
    expect([code, err]).toEqual([2, expect.stringContaining('--yes confirms what --live would spend')]);
  });

  it('tells the refusal of a provider in its own words', async () => {
    provider.answer(json({ error: { type: 'invalid_request_error', message: 'no' } }, 401));
    const { code, out, sent } = await doctor(['--yes']);
    expect([code, sent]).toEqual([2, 1]);
    expect(out).toMatch(new RegExp(`fail +live +${label}: .*401`));
  });
});
