import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { samplePath } from '../../../fixtures/sample.js';
import { cliWorkspace } from '../cli-workspace.js';

const { folder, command } = cliWorkspace({
  'gate.yaml': 'gate: ./asking.js\nserver: { store: "memory:" }\n',
  'none.yaml': 'server: { store: "memory:" }\n',
  'policy.yaml':
    'rules: [{ use: expect, type: APPROVAL, that: total <= 1000, says: at most 1000, policy: hold }]\nserver: { store: "memory:" }\n',
});
writeFileSync(
  join(folder, 'asking.js'),
  "export default { kind: 'gate', name: 'asking', create: () => ({ review: () => [{ path: '$', cause: 'person' }] }) };\n",
);

describe('a document that a person must look at, however well it was read', () => {
  it.each([
    ['gate', 'person', 'The gate asks for a person'],
    ['policy', 'policy', 'The rule APPROVAL holds it'],
  ])('is held for them by a %s, in print, in JSON and in the sum of several files', async (name, rule, why) => {
    const config = ['--config', `${name}.yaml`];
    const printed = await command(['extract', samplePath, ...config]);
    expect([printed.code, printed.out]).toEqual([0, expect.stringContaining(`held for a person  ${why}\n`)]);
    const { out } = await command(['extract', samplePath, '--json', ...config]);
    const fields = [{ path: '$', value: null, why: [why], checks: [] }];
    expect(JSON.parse(out).review).toEqual({ decision: 'held', rules: [rule], fields });
    const several = await command(['extract', samplePath, samplePath, '--json', '--threshold', '0', ...config]);
    expect(several.err).toMatch(new RegExp(`held +${why}\\n[\\s\\S]* · 0 done · \\d held · 0 doubtful · 0 failed`));
  });

  it('is not a document that nothing holds', async () => {
    const { out } = await command(['extract', samplePath, '--json', '--config', 'none.yaml']);
    expect(JSON.parse(out)).not.toHaveProperty('review');
  });
});
