import { describe, expect, it } from 'vitest';
import { samplePath } from '../../../fixtures/sample.js';
import { cliWorkspace } from '../cli-workspace.js';

const { command } = cliWorkspace({
  'vouch.config.yaml': 'schemas:\n  invoice: { version: "2" }\n  receipt: {}\nserver: { store: "memory:" }\n',
  'notes.pdf': 'nothing',
});

describe('vouch classify', () => {
  it('says of each file the schema, its version and why, and goes on where one cannot be read', async () => {
    const { code, out, err } = await command(['classify', samplePath, 'notes.pdf']);
    expect(out).toMatch(/sample-invoice\.pdf {2}invoice\/2 {2}(?:0\.9\d|1\.00) {2}.*titled "Invoice" on page 1/);
    expect([code, err]).toEqual([2, expect.stringMatching(/^vouch: notes\.pdf: Unsupported file type/)]);
  });

  it('says once, with an example, that there are no schemas', async () => {
    const { command: without } = cliWorkspace({ 'vouch.config.yaml': 'server: { store: "memory:" }\n' });
    const { code, err } = await without(['classify', samplePath, samplePath]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^vouch: There are no schemas to classify by: .*schemas: \{ invoice: \{\}.*\n$/),
    ]);
  });

  it('prints all schemas as JSON', async () => {
    const { code, out } = await command(['classify', '--json', samplePath]);
    const { schema, candidates } = JSON.parse(out);
    expect([code, schema, candidates.length]).toEqual([0, { name: 'invoice', version: '2' }, 2]);
  });

  it('is told by the configuration which schemas there are, as vouch extract is, whose answers carry the version', async () => {
    const { out } = await command(['extract', '--json', '-s', 'invoice/2', samplePath]);
    expect(JSON.parse(out).schema).toEqual({ name: 'invoice', version: '2' });
  });
});
