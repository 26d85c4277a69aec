// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the grammar under test
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { readSource } from '../../config/source.js';
import { fillVariables } from '../../config/variables.js';
import { load, own, refusal, workspace } from './workspace.js';

const options = async (text: string, env: Record<string, string> = {}) =>
  (await load(`tiers:\n  - use: ./parts/reader.js\n    ${text}`, { env })).engine.tiers[0]?.options;

describe('variables in a configuration', () => {
  it('stand anywhere in a text', async () => {
    expect(await options('model: gpt-${SIZE}-${YEAR}', { SIZE: 'big', YEAR: '26' })).toEqual({ model: 'gpt-big-26' });
  });

  it('may have a default, an empty one too', async () => {
    expect(await options('model: ${MODEL:-small}${SUFFIX:-}')).toEqual({ model: 'small' });
    expect(await options('model: ${MODEL:-small}', { MODEL: 'large' })).toEqual({ model: 'large' });
  });

  it('become numbers and lists where a plugin or the server needs them', async () => {
    const loaded = await load(
      'server:\n  port: ${P}\n  playground_origins: ${O}\ntiers:\n  - use: ./parts/reader.js\n    retries: ${R}\n    model: ${R}',
      {
        env: { P: '81', O: 'https://a.example,https://b.example', R: '4' },
      },
    );
    expect(loaded.server).toMatchObject({ port: 81, playgroundOrigins: ['https://a.example', 'https://b.example'] });
    expect(loaded.engine.tiers[0]?.options).toEqual({ retries: 4, model: '4' });
  });

  it('can name the part itself', async () => {
    const loaded = await load('tiers: ["./parts/reader.js:${MODEL}"]', { env: { MODEL: 'm:7b' } });
    expect(loaded.engine.tiers[0]).toMatchObject({ label: 'reader:m:7b', options: { model: 'm:7b' } });
  });

  it('can be the content of a file beside the configuration, without its last line break', async () => {
    const cwd = workspace({ 'vouch.config.yaml': `${own}tiers:\n  - use: ./parts/reader.js\n    api_key: "\${file:secret.txt}"\n` });
    writeFileSync(join(cwd, 'secret.txt'), 'sk-12 34\n');
    expect((await loadConfig({ cwd, env: {} })).engine.tiers[0]?.options).toEqual({ api_key: 'sk-12 34' });
  });

  it('are left as they are after a second dollar', async () => {
    expect(await options('model: a$${B}c$d')).toEqual({ model: 'a${B}c$d' });
  });

  it('are not filled into the value of another variable', async () => {
    expect(await options('model: ${A}', { A: '${B}' })).toEqual({ model: '${B}' });
  });

  it.each([
    [
      'missing',
      'model: ${MODEL}',
      {},
      'vouch.config.yaml:9:12: tiers[0].model: the environment variable MODEL is not set. Set it, or give a default: ${MODEL:-default}.',
    ],
    ['empty', 'model: ${MODEL}', { MODEL: '' }, 'the environment variable MODEL is empty.'],
    [
      'misspelt',
      'model: ${my model}',
      {},
      'vouch.config.yaml:9:12: tiers[0].model: a variable is written ${NAME}, ${NAME:-default} or ${file:/path}',
    ],
    ['open', 'model: "${MODEL"', {}, 'a variable is written ${NAME}'],
    ['a missing file', 'model: "${file:/nowhere/secret}"', {}, 'tiers[0].model: the file /nowhere/secret cannot be read (ENOENT).'],
  ])('are an error with their place when %s', async (_, text, env, message) => {
    expect(await refusal(options(text, env))).toContain(message);
  });

  it('are filled in character by character, and a text without a variable stays as it is', async () => {
    const source = await readSource(undefined, '/');
    const filled = (text: string, env = {}) => fillVariables({ ...source, data: { text } }, env, {}).data;
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (value, around) => {
        const plain = around.replaceAll(/[${]/g, '');
        expect(filled(`${plain}\${X}${plain}`, { X: value })).toEqual({ text: plain + value + plain });
        expect(filled(plain)).toEqual({ text: plain });
      }),
    );
  });

  it('are checked as well: a text is not a port', async () => {
    expect(await refusal(load('server:\n  port: ${P}', { env: { P: 'x' } }))).toContain(
      'vouch.config.yaml:8:9: server.port: must be an integer from 0 to 65535, not "x".',
    );
  });
});
