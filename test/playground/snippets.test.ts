import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { snippets } from '../../server/playground/results/snippets.js';
import { samplePath } from '../fixtures/sample.js';
import { key, openDoor } from '../server/support/door.js';
import { fakeEngine, outcome } from '../server/support/fake-engine.js';
import { root } from '../shipped/readme/markdown.js';

const run = promisify(execFile);

/** Runs the TypeScript that the page shows, unchanged, alone and with the client of the package. `d-results.test.ts` does the same with curl. */
it.each(['TypeScript', 'Client'] as const)(
  'the request in %s is answered with the object, and sends file, schema and options',
  async (language) => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-snippet-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/vouch'));
    const fileName = "it's my invoice.pdf";
    cpSync(samplePath, join(folder, fileName));
    const engine = fakeEngine(async () => outcome());
    const base = `${await (await openDoor({ engine })).listen({ port: 0, host: '127.0.0.1' })}/`;
    const schema = JSON.stringify({ type: 'object', properties: { total: { type: 'number', description: 'what\'s "due"' } } }, null, 2);
    writeFileSync(join(folder, 'ask.mts'), snippets[language]({ base, fileName, schema, threshold: 0.9, verify: true }));
    const { stdout } = await run(process.execPath, ['ask.mts'], { cwd: folder, env: { VOUCH_API_KEY: key } });
    expect(stdout).toContain('total:');
    expect(engine.requests).toMatchObject([{ threshold: 0.9, verify: true, file: { name: fileName } }]);
  },
);
