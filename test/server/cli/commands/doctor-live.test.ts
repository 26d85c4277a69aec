import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, type LlmServer, openaiReply, startLlmServer } from '../../../fakes/llm-server.js';
import { cliWorkspace } from '../cli-workspace.js';

const key = 'sk-never-to-be-shown';
const label = 'openai:m';
const { vouch, folder } = cliWorkspace();
let provider: LlmServer;
beforeAll(async () => {
  provider = await startLlmServer();
});
afterAll(() => provider.close());

const config = (more = ''): string => `recognizers: []
tiers:
  - { use: openai, model: m, base_url: "${provider.url}/v1", api_key: ${key} }
witnesses: []
server: { port: 0, store: "memory:" }
${more}`;

async function doctor(args: readonly string[], more = '') {
  writeFileSync(join(folder, 'vouch.config.yaml'), config(more));
  const before = provider.requests.length;
  const ended = await vouch(['doctor', '--live', ...args]);
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
    expect(out).toMatch(/live +openai:m: read 1 of \d+ fields, 1 accepted; 1 call, /);
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
      /^openai:m: read \d+ of \d+ fields, 0 accepted; 1 call, 1,000 tokens in, 0 of them cached, 200 out, 0\.0014 USD, /,
    );
  });

  it('tells the refusal of a provider in its own words', async () => {
    provider.answer(json({ error: { type: 'invalid_request_error', message: 'no' } }, 401));
    const { code, out, sent } = await doctor(['--yes']);
    expect([code, sent]).toEqual([2, 1]);
    expect(out).toMatch(new RegExp(`fail +live +${label}: .*401`));
  });
});
