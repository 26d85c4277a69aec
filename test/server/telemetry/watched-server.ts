import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { EngineSettings } from '../../../core/index.js';
import pdf from '../../../plugins/converters/pdf.js';
import required from '../../../plugins/gates/required.js';
import meta from '../../../plugins/injectors/meta.js';
import anthropic from '../../../plugins/models/anthropic.js';
import openai from '../../../plugins/models/openai.js';
import { type StartSettings, startServer } from '../../../server/index.js';
import { type LlmServer, startLlmServer } from '../../fakes/llm-server.js';
import { ask } from '../support/ask.js';
import { tinyServer } from '../support/tiny-parts.js';

export const metricsToken = 'a token of metrics'.replaceAll(' ', '-');
export const providerKey = 'sk-canary-of-the-provider';

/** A real server whose two tiers ask a fake provider on the loopback. Everything that it logs at `trace` is collected. */
export async function watchedServer(changes: Partial<StartSettings['server']> = {}, more: Partial<EngineSettings> = {}) {
  const provider = await startLlmServer();
  onTestFinished(() => provider.close());
  const lines: string[] = [];
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const settings = { ...tinyServer, metricsToken, logLevel: 'trace', ...changes } as const;
  const server = await startServer({ engine: { ...askingEngine(provider), ...more }, server: settings }, { log });
  onTestFinished(() => server.close());
  return { ...server, provider, log: () => lines.join(''), metrics: () => metricsOf(server.url) };
}

const askingEngine = ({ url }: LlmServer): EngineSettings => ({
  converters: [{ plugin: pdf }],
  tiers: [
    { plugin: openai, label: 'openai:gpt-test', options: { model: 'gpt-test', base_url: `${url}/v1`, api_key: providerKey } },
    { plugin: anthropic, label: 'anthropic:claude-test', options: { model: 'claude-test', base_url: url, api_key: providerKey } },
  ],
  gate: { plugin: required },
  injector: { plugin: meta },
});

async function metricsOf(url: string): Promise<string> {
  return (await ask(url, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).body;
}

export interface Posted {
  readonly file?: Uint8Array;
  readonly filename?: string;
  readonly schema: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a document as a client does. */
export async function post(url: string, { file, filename = 'invoice.pdf', schema, headers = {} }: Posted) {
  const body = new FormData();
  if (file) body.set('file', new Blob([new Uint8Array(file)]), filename);
  body.set('output_schema', JSON.stringify(schema));
  return ask(url, '/v1/extract', { method: 'POST', body, headers: { authorization: `Bearer ${tinyServer.keys[0]}`, ...headers } });
}
