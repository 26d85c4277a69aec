import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { createEngine } from '../../core/index.js';
import { tableOf } from '../core/evidence/scoring/calibration-tables.js';
import { load, refusal, workspace } from './workspace.js';

const models = async (loading: ReturnType<typeof loadConfig>) => (await loading).engine.calibrations?.map(({ model }) => model);
const file = (table: object) => JSON.stringify(table);

describe('the calibrations of a configuration', () => {
  it('are by default the shipped tables of the local reader and of large and small models', async () => {
    const { engine } = await loadConfig({ env: {}, cwd: tmpdir() });
    expect(engine.calibrations?.map(({ kind }) => kind)).toEqual(['local', 'large', 'small']);
  });

  it('are none when the list is empty', async () => {
    expect(await models(load('calibrations: []'))).toEqual([]);
  });

  it('are files of your own beside shipped ones, from the folder of the configuration', async () => {
    const folder = workspace({
      'vouch.config.yaml': 'calibrations: [local, ./tables/luna.json]',
      'tables/luna.json': file(tableOf([], { model: 'openai:gpt-6-luna' })),
    });
    expect(await models(loadConfig({ env: {}, cwd: folder }))).toEqual(['local', 'openai:gpt-6-luna']);
  });

  it.each([
    ['locla', 'there is no shipped calibration "locla". Did you mean "local"?'],
    ['./none.json', 'there is no file '],
    ['./vouch.config.yaml', 'is no JSON. vouch calibrate writes such tables.'],
  ])('are refused with their place: %s', async (reference, message) => {
    expect(await refusal(load(`calibrations: [${reference}]`))).toMatch(/^vouch\.config\.yaml:7:16: calibrations\[0\]: /);
    expect(await refusal(load(`calibrations: [${reference}]`))).toContain(message);
  });

  it('are refused with their place by the engine, too', async () => {
    const folder = workspace({
      'vouch.config.yaml': 'calibrations:\n  - local\n  - ./bad.json',
      'bad.json': file(tableOf([{ cap: 'label.match', weight: 70 }])),
    });
    const loaded = await loadConfig({ env: {}, cwd: folder });
    const engine = async () => {
      try {
        createEngine(loaded.engine);
      } catch (error) {
        throw loaded.explain(error as Parameters<typeof loaded.explain>[0]);
      }
    };
    expect(await refusal(engine())).toContain(
      'vouch.config.yaml:3:5: calibrations[1]: calibration of "reader": weights[0].weight must be <= 20, not 70',
    );
  });
});

describe.each(['local', 'large', 'small'] as const)('the shipped table %s', (name) => {
  const table = JSON.parse(readFileSync(new URL(`../../config/calibration/${name}.json`, import.meta.url), 'utf8')) as object;

  it('says for which readers it holds, from which data it was learned, and how they were split', () => {
    expect(table).toMatchObject({
      kind: name,
      corpus: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      n: expect.any(Number),
      split: { by: 'source', groups: expect.any(Number), folds: 10, seed: 1 },
    });
  });
});

describe('the shipped tables', () => {
  it('know the local reader by both of its labels', () => {
    const table = JSON.parse(readFileSync(new URL('../../config/calibration/local.json', import.meta.url), 'utf8')) as object;
    expect(table).toMatchObject({ model: 'local', alike: ['local:thorough'] });
  });

  it('are part of the package', () => {
    const { files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { files: readonly string[] };
    expect(files).toContain('config');
  });
});
