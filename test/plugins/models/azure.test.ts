import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { createEngine } from '../../../core/index.js';
import azure from '../../../plugins/models/azure.js';
import { workspace } from '../../config/workspace.js';
import { openaiReply, startLlmServer } from '../../fakes/llm-server.js';
import { azureCheck } from '../../fakes/wire/checks.js';
import { context, filled, task } from './llm/setting.js';

describe('Azure', () => {
  it('is found at the address of the resource, with or without a slash', async () => {
    const server = await startLlmServer({ check: azureCheck });
    server.answer(openaiReply([{ path: '$.total', value: '12.00' }]));
    for (const address of [server.url, `${server.url}/`]) {
      const env = { AZURE_OPENAI_API_KEY: 'sk-secret', AZURE_OPENAI_ENDPOINT: address };
      expect((await azure.create(filled(azure.options, { model: 'deployment-1' }), context(env)).read(task())).cells).toHaveLength(1);
    }
    await server.close();
    expect(server.violations).toEqual([]);
    expect(server.requests.map(({ body }) => Object(body).model)).toEqual(['deployment-1', 'deployment-1']);
  });

  it('needs an address, and says which variable gives it', async () => {
    const { engine, explain } = await loadConfig({
      cwd: workspace({ 'vouch.config.yaml': 'tiers: ["azure:d"]' }),
      env: { AZURE_OPENAI_API_KEY: 'k' },
    });
    const error = (() => {
      try {
        return void createEngine(engine);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(explain(error as never).message).toMatch(
      /"azure" needs the option base_url, or the environment variable AZURE_OPENAI_ENDPOINT\. Set AZURE_OPENAI_ENDPOINT\.$/,
    );
  });
});
