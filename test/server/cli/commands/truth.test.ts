import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../../../core/index.js';
import { readRuns } from '../../../measure/calibrate/read-runs.js';
import type { CapsFile } from '../../../measure/eval/corpus/caps-file.js';
import { judge, keptRun } from '../../routes/runs/review.js';
import { key, openDoor } from '../../support/door.js';
import { schemaPart } from '../../support/form.js';
import { tinyParts } from '../../support/tiny-parts.js';
import { cliWorkspace } from '../cli-workspace.js';

const { command } = cliWorkspace();

const schema = schemaPart(
  JSON.stringify({
    type: 'object',
    properties: { seller_name: { type: 'string' }, total: { type: 'number' }, tax: { type: 'number' } },
  }),
);

it('verdicts become truth in the form of a corpus, and a run that calibrate reads, each with how it came to a person', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const reviewPolicy = { threshold: 0, thresholds: { total: 1 }, sample: 1 };
  const app = await openDoor({ engine: createEngine(tinyParts()), reviewPolicy });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const exported = () => command(['truth', 'export', folder, '--server', address], { env: { VOUCH_API_KEY: key } });
  expect(await exported()).toMatchObject({ code: 2, err: expect.stringContaining('no confirmed run yet') });
  const { id, body } = await keptRun(app, schema);
  // The total is doubted; the two others are drawn. What is confirmed is right as it was read, what is corrected was not.
  expect(body.review.fields.map(({ path }: { readonly path: string }) => path)).toEqual(['$.seller_name', '$.total', '$.tax']);
  await judge(app, id, { path: '$.seller_name', verdict: 'confirmed' });
  await judge(app, id, { path: '$.tax', verdict: 'absent', version: 1 });
  expect((await judge(app, id, { path: '$.total', verdict: 'confirmed', version: 2 })).body.state).toBe('confirmed');
  // A run that nobody has decided is no truth.
  await keptRun(app, schema);

  expect(await exported()).toMatchObject({ code: 0, err: expect.stringContaining('1 values that were doubted, 2 of a blind sample') });
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  expect(readdirSync(join(folder, 'truth'))).toEqual([`${id}.json`]);
  const truth = read(`truth/${id}.json`);
  expect(truth).toMatchObject({
    file: 'docs/invoice.pdf',
    group: '120.00',
    further: { seller_name: { value: '120.00', chance: 1 }, total: { value: 120 }, tax: { value: null, chance: 1 } },
    reviewed: { '$.seller_name': 'blind', '$.total': 'held', '$.tax': 'blind' },
  });
  expect(read(truth.schema).properties.total).toEqual({ type: 'number' });
  const { leaves } = read(`runs/${id}.caps.json`) as CapsFile;
  expect(leaves.map(({ path, right, chance }) => [path, right, chance])).toEqual([
    ['$.seller_name', true, 1],
    ['$.total', true, undefined],
    ['$.tax', false, 1],
  ]);
  const runs = readRuns([join(folder, 'runs')], [leaves[0]?.reader ?? '']);
  expect(runs.samples.map(({ source, right }) => [source, right])).toEqual([
    ['120.00', true],
    ['120.00', true],
    ['120.00', false],
  ]);
});
