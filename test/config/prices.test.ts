// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the grammar of the configuration
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { own, refusal, workspace } from './workspace.js';

const reader = 'tiers: [./parts/reader.js]\n';
const configured = (prices: string, env: Record<string, string> = {}) =>
  loadConfig({ cwd: workspace({ 'vouch.config.yaml': `${own}${reader}${prices}` }), env });

describe('prices in a configuration', () => {
  it('are given to the engine by the label of the model', async () => {
    const { engine } = await configured(`
prices:
  currency: USD
  models:
    openai:gpt-6-luna: { input: 0.25, output: 2, cached_input: 0.025, cache_write: 0.3125 }
    reader: { input: 0, output: 0 }
`);
    expect(engine.prices).toEqual({
      currency: 'USD',
      models: {
        'openai:gpt-6-luna': { input: 0.25, output: 2, cachedInput: 0.025, cacheWrite: 0.3125 },
        reader: { input: 0, output: 0 },
      },
    });
  });

  it('are not there where none are written', async () => {
    expect((await configured('')).engine.prices).toBeUndefined();
  });

  it('may come from the environment', async () => {
    const text = 'prices:\n  currency: "${CURRENCY}"\n  models:\n    reader: { input: "${IN}", output: "${OUT}" }\n';
    const { engine } = await configured(text, { CURRENCY: 'EUR', IN: '0.1', OUT: '3' });
    expect(engine.prices).toEqual({ currency: 'EUR', models: { reader: { input: 0.1, output: 3 } } });
  });

  it.each([
    [
      'prices:\n  currency: USD\n  models:\n    a:b: { input: 1 }\n',
      /:\d+:\d+: prices\.models\.a:b\.output: is missing: it must be a price per million tokens, a number of at least 0\.$/,
    ],
    [
      'prices:\n  currency: USD\n  models:\n    a:b: { input: -1, output: 2 }\n',
      /prices\.models\.a:b\.input: must be a price per million tokens, a number of at least 0, not -1\.$/,
    ],
    [
      'prices:\n  currency: USD\n  models:\n    a:b: { input: cheap, output: 2 }\n',
      /prices\.models\.a:b\.input: must be a price per million tokens, .* not "cheap"\.$/,
    ],
    [
      'prices:\n  currency: USD\n  models:\n    a:b: { input: 1, output: 2, cached: 0.1 }\n',
      /prices\.models\.a:b\.cached: unknown key\. .*There are input, output, cached_input, cache_write\.$/,
    ],
    ['prices:\n  currency: 5\n', /prices\.currency: must be a word such as `USD` or `EUR`, not 5\.$/],
    ['prices:\n  models: {}\n', /prices\.currency: is missing: it must be a word such as `USD` or `EUR`\.$/],
    ['prices:\n  currency: USD\n  modles: {}\n', /prices\.modles: unknown key\. Did you mean "models"\?/],
  ])('say what is wrong with %j', async (prices, message) => {
    expect(await refusal(configured(prices))).toMatch(message);
  });
});
