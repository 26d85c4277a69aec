import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

it('says that the source of a plugin is there and needs a build', async () => {
  const { folder, run } = cliWorkspace({ 'new.yaml': 'tiers: [newest:flash]\n' });
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => path !== join(root, 'dist/test') });
  for (const name of ['server/vouch.js', 'package.json']) cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'plugins/models'), { recursive: true });
  writeFileSync(join(folder, 'plugins/models/newest.ts'), '');
  const { code, err } = await run(['server/vouch.js', 'config', 'validate', '--config', 'new.yaml']);
  expect({ code, err }).toEqual({
    code: 2,
    err: `vouch: new.yaml:1:9: tiers[0]: the model "newest" is not compiled yet: ${join(folder, 'plugins/models/newest.ts')} is there. Run npm run build first.\n`,
  });
});
