import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.js';
import { own, refusal, workspace } from './workspace.js';

it('a file with a plugin of another API, whatever its shape, is refused with its place in the configuration', async () => {
  const cwd = workspace({
    'later.js': "export default { api: 2, stage: 'rule', name: 'later' };",
    'vouch.config.yaml': `${own.replace('./parts/rule.js', './later.js')}tiers: [./parts/reader.js]`,
  });
  expect(await refusal(loadConfig({ cwd, env: {} }))).toMatch(
    /vouch\.config\.yaml:3:9: rules\[0\]: Plugin "\.\/later\.js" is for plugin API 2\./,
  );
});
