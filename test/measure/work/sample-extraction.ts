import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../../../config/index.js';
import { createEngine, parseSchema } from '../../../core/index.js';
import { perfectReading, startFakeProvider } from '../bench/fake-provider.js';
import { sample, schema } from '../bench/post.js';

/** What is computed for a text is kept for a second. */
const longerThanTextsAreKeptMs = 1_200;

/**
 * One extraction of the sample by a provider that knows all answers and the local reader beside it, warm, with nothing kept of an earlier one. The clock
 * stands still meanwhile: what is kept is not dropped, and nobody yields, however slow the machine is.
 */
export async function sampleExtraction(): Promise<{ extract(): Promise<void>; close(): Promise<void> }> {
  const provider = await startFakeProvider(await perfectReading());
  const folder = mkdtempSync(join(tmpdir(), 'vouch-work-'));
  writeFileSync(join(folder, 'vouch.config.yaml'), provider.config);
  const engine = createEngine((await loadConfig({ env: {}, cwd: folder, overrides: {} })).engine);
  const extract = async (): Promise<void> => {
    const { error } = await engine.extract({ file: { name: 'sample.pdf', bytes: sample }, schema: parseSchema(schema) });
    if (error) throw new Error(`The sample was not read: ${error.message}`);
  };
  for (let run = 0; run < 3; run += 1) await extract();
  await setTimeout(longerThanTextsAreKeptMs);
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(performance, 'now', () => 0);
  return {
    extract,
    async close() {
      mock.timers.reset();
      mock.restoreAll();
      provider.close();
      await engine.close();
      rmSync(folder, { recursive: true });
    },
  };
}
