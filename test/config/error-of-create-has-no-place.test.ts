import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { ConfigError, createEngine } from '../../core/index.js';
import { own, workspace } from './workspace.js';

it('names file, line and column of a part whose plugin refuses its options', async () => {
  const cwd = workspace({ 'vouch.config.yaml': `${own}tiers:\n  - use: openai\n    model: m\n    api_key: k\n    base_url: "ftp://x"\n` });
  const { engine, explain } = await loadConfig({ cwd, env: {} });
  const error = thrownBy(() => createEngine(engine));
  expect(error).toMatchObject({ place: ['tiers', 0], cause: expect.any(ConfigError) });
  expect(explain(error).message).toMatch(/^vouch\.config\.yaml:7:5: tiers\[0\]: Plugin "openai": .*base_url/);
});

function thrownBy(work: () => unknown): ConfigError {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error('no ConfigError');
}
