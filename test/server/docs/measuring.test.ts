import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { samplePath } from '../../fixtures/sample.js';
import { project } from '../../shipped/readme/clone.js';
import { guidePage, root } from '../../shipped/readme/markdown.js';

it('the truth that is shown makes a corpus, and the shipped reader finds all of it', async () => {
  const team = project({ path: root });
  const file = 'my-corpus/truth/brightwater-0147.json';
  team.add(file, guidePage('measuring').block(file));
  mkdirSync(join(team.path, 'my-corpus/docs'));
  copyFileSync(samplePath, join(team.path, 'my-corpus/docs/sample-invoice.pdf'));
  const { code, out, err } = await team.run(`node ${join(root, 'server/vouch.js')} eval my-corpus --out answers`);
  expect(code, err).toBe(0);
  expect(out).toMatch(/^all header +6 +6 +6 +100\.0% +100\.0%/m);
});
