import { describe, expect, it } from 'vitest';
import { kinds, loadConfig, shippedNames } from '../../config/index.js';
import { loadPluginFile, shippedFile } from '../../config/load-plugin.js';
import { workspace } from './workspace.js';

const labels = async (files: Readonly<Record<string, string>> = {}) => {
  const { engine, file } = await loadConfig({ cwd: workspace(files), env: {} });
  const list = (parts: typeof engine.tiers = []) => parts.map(({ label }) => label);
  return { file, tiers: list(engine.tiers), witnesses: list(engine.witnesses) };
};

describe('the shipped pipeline', () => {
  it('reads without a key: locally, then locally with more effort, with embedded XML as a witness', async () => {
    expect(await labels()).toEqual({ file: undefined, tiers: ['local', 'local:thorough'], witnesses: ['facturx'] });
  });

  it('is replaced by other providers with one line, and the local reader becomes a witness', async () => {
    const line = 'tiers: ["openai:gpt-6-luna", "anthropic:claude-x"]';
    expect(await labels({ 'vouch.config.yaml': line })).toMatchObject({
      tiers: ['openai:gpt-6-luna', 'anthropic:claude-x'],
      witnesses: ['facturx', 'local'],
    });
  });

  it('keeps the witnesses that a file names', async () => {
    expect(await labels({ 'vouch.config.yaml': 'tiers: ["openai:m"]\nwitnesses: []' })).toMatchObject({ witnesses: [] });
  });

  it.each(kinds.flatMap((kind) => shippedNames(kind).map((name) => [kind, name] as const)))(
    'has a %s in a file named after it: %s',
    async (kind, name) => {
      expect(await loadPluginFile(shippedFile(name, kind))).toMatchObject({ kind, name });
    },
  );
});
