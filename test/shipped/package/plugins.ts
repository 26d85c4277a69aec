import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../../config/index.js';
import { generateKey } from '../../../server/guards/key-secret.js';
import type { ExtractionBody } from '../../../server/index.js';
import { freePort } from '../../support/free-port.js';
import type { Installation } from '../readme/clone.js';

const nameOf = (kind: string): string => `own-${kind}`;
const packageOf = (kind: string): string => `vouch-plugin-own-${kind}`;

/** Names the plugin of each kind, as the README of its package does. */
const config = (url: string, store: string): string => `
server: { host: 127.0.0.1, port: ${new URL(url).port}, store: '${store}' }
converters: [pdf, docx, ${packageOf('converter')}]
recognizers: [{ use: ${packageOf('recognizer')}, url: 'http://127.0.0.1:9/read' }]
splitter: ${packageOf('splitter')}
witnesses: [facturx, ${packageOf('model')}]
gate: ${packageOf('gate')}
rules: [horizontal-sum, vertical-sum, ${packageOf('rule')}]
injector: ${packageOf('injector')}
`;

/** A team makes a plugin of each kind in an empty folder, installs it, tests it, and runs it in a server. `team` has the package installed. */
export const describeOwnPlugins = (team: () => Installation): unknown =>
  describe('a plugin of each kind, made by npx vouch plugin new', () => {
    it('is made, with a package.json that says what it is', async () => {
      for (const kind of kinds) expect(await team().run(`npx vouch plugin new ${kind} ${nameOf(kind)}`)).toMatchObject({ code: 0 });
      const manifest: unknown = JSON.parse(readFileSync(`${team().path}/${packageOf('rule')}/package.json`, 'utf8'));
      const { version } = JSON.parse(readFileSync(`${team().path}/node_modules/vouch/package.json`, 'utf8')) as {
        readonly version: string;
      };
      expect(manifest).toMatchObject({ keywords: ['vouch-plugin'], peerDependencies: { vouch: `^${version}` } });
    });

    it('installs, and passes its own test and what its kind promises', async () => {
      const install = `npm install --no-audit --no-fund --prefer-offline ${kinds.map((kind) => `./${packageOf(kind)}`).join(' ')}`;
      expect(await team().run(install)).toMatchObject({ code: 0 });
      const results = await Promise.all(kinds.map((kind) => team().run(`cd ${packageOf(kind)} && node --test && npx vouch plugin test`)));
      expect(results.map(({ code, out }, at) => [kinds[at], code, code === 0 ? '' : out])).toEqual(kinds.map((kind) => [kind, 0, '']));
      expect(results[kinds.indexOf('rule')]?.out).toMatch(/a year too late \(due_date\)\s+0 of 5\s+→\s+5/);
    });

    it('runs in a server, all of them together', async () => {
      const [key, url] = [generateKey(), `http://127.0.0.1:${await freePort()}`];
      team().add('plugins.config.yaml', config(url, 'memory:'));
      await team().start('npx vouch serve --config plugins.config.yaml', url, { VOUCH_KEYS: key, OCR_SERVICE_KEY: 'k' });
      const form = new FormData();
      const properties = {
        total: { type: 'number' },
        issue_date: { type: 'string', format: 'date' },
        due_date: { type: 'string', format: 'date' },
      };
      form.set('output_schema', JSON.stringify({ type: 'object', properties }));
      form.set('enable_verification', 'true');
      form.set('file', new Blob([readFileSync(`${team().path}/${packageOf('converter')}/sample.txt`)]), 'sample.txt');
      const answer = await fetch(`${url}/v1/extract`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
      const { object, verification } = (await answer.json()) as ExtractionBody;
      expect(object).toMatchObject({ total: 84, issue_date: '2026-03-02', due_date: null });
      expect(verification?.checks_run).toContainEqual(expect.objectContaining({ type: 'OWN_RULE', status: 'CANNOT_VERIFY' }));
    });
  });
