import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { wireSchemas } from '../../../server/index.js';
import { truth } from '../../fixtures/invoice/truth.js';
import { sample } from '../../fixtures/sample.js';

const root = dirname(createRequire(import.meta.url).resolve('vouch/package.json'));
const demo = (environment: Readonly<Record<string, string>> = {}, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'dist/server/cli/demo.js'), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
  });

const { line_items, ...fields } = truth(sample());
const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

describe('the demo', () => {
  it('prints the raw answer alone with --json', async () => {
    const { stdout } = await demo({}, '--json');
    const body = JSON.parse(stdout);
    expect(new Ajv2020({ strict: false }).validate(wireSchemas.extraction, body)).toBe(true);
    expect(body.object).toMatchObject(stated);
    expect(body.object.line_items.slice(0, line_items.length).map(({ amount }: { readonly amount: number }) => amount)).toEqual(
      line_items.map(({ amount }) => amount),
    );
    expect(body.verification.checks_run).toContainEqual(expect.objectContaining({ type: 'HORIZONTAL_SUM', status: 'PASSED' }));
  });

  describe('for a person', () => {
    let shown = '';
    beforeAll(async () => {
      shown = (await demo()).stdout;
    });

    it('prints fields with their evidence, and checks', () => {
      expect(shown).toContain('BW-2026-0147');
      expect(shown).toContain('p.2');
      expect(shown).toContain('✓ HORIZONTAL_SUM');
    });

    it('prints the two lines that do the same by hand, with one key', () => {
      const key = /VOUCH_KEYS=(pk_\w{49}) npm start/.exec(shown)?.[1] ?? 'none';
      expect(shown).toContain(`curl http://127.0.0.1:8080/v1/extract -H "Authorization: Bearer ${key}"`);
    });

    it('writes no colours where there is no terminal', () => {
      expect(shown).not.toContain('\u001b');
    });
  });

  it('says in one sentence what is wrong, and ends with 1', async () => {
    const failure = await demo({ VOUCH_CONFIG: 'nowhere.yaml' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^The demo failed: .*nowhere\.yaml[^\n]*\n$/) });
  });
});
