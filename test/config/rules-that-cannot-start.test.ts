import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { ConfigError, createEngine } from '../../core/index.js';

const folder = mkdtempSync(join(tmpdir(), 'rules-'));

/** What a start says of a configuration in a folder that is not the working directory. */
async function startOf(rules: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const [name, text] of Object.entries({ ...files, 'vouch.config.yaml': `rules:\n${rules}` })) writeFileSync(join(folder, name), text);
  const loaded = await loadConfig({ env: {}, cwd: '/', file: join(folder, 'vouch.config.yaml') });
  try {
    await createEngine(loaded.engine).close();
    return 'it starts';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return loaded.explain(error).message.replaceAll(`${folder}/`, '');
  }
}

describe('a rule that cannot work is an error at the start, with its place', () => {
  const vendors = '  - { use: vendor-list, csv: ./data/vendors.csv }\n';

  it('a row that is broken', async () => {
    expect(await startOf(vendors, { 'data/vendors.csv': 'name,tax_id,iban\nA,1,2\nB,3\n' })).toMatch(
      /^.*vouch\.config\.yaml:2:5: rules\[0\]: data\/vendors\.csv, line 3: the row has not as many columns as the header/,
    );
  });

  it('a file that is not there, sought beside the configuration', async () => {
    expect(await startOf('  - { use: vendor-list, csv: ./nowhere.csv }\n')).toMatch(/rules\[0\]: the file nowhere\.csv cannot be read/);
  });

  it('and one that is there is found there', async () => {
    expect(await startOf(vendors, { 'data/vendors.csv': 'name,tax_id,iban\nA,1,2\n' })).toBe('it starts');
  });

  it('an expression about a field that nobody knows', async () => {
    expect(await startOf('  - horizontal-sum\n  - { use: expect, type: OWN, that: due_datee > issue_date }\n')).toMatch(
      /:3:5: rules\[1\]: "that", column 1: Unknown variable: due_datee\. Did you mean "due_date"\?/,
    );
  });

  it('a pattern that is no regular expression', async () => {
    expect(await startOf('  - { use: number-pattern, patterns: { Brightwater: "(" } }\n')).toMatch(
      /the pattern of "Brightwater": \( is no pattern of RE2, .*: missing closing \)/,
    );
  });

  it('whatever a rule throws when it is made', async () => {
    const own = "export default { kind: 'rule', name: 'own', create() { throw new RangeError('no list'); } };";
    expect(await startOf('  - ./own.mjs\n', { 'own.mjs': own })).toMatch(/:2:5: rules\[0\]: Plugin "own": no list/);
  });
});
