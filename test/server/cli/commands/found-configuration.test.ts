import { chmodSync, chownSync, lchownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const stranger = 4_321;
const isRoot = process.getuid?.() === 0;

/** A folder like that of every test, and a rule beside it in a folder of its own. */
function workspace() {
  const { folder, vouch } = cliWorkspace({
    'vouch.config.yaml': 'converters: [./pages.js]\ntiers: [./reader.js]\nwitnesses: []\nrules: [./rules/mine.js]\n',
    'package.json': '{"type": "module"}',
  });
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'rules/mine.js'), "export default { kind: 'rule', name: 'mine', create: () => ({ check() {} }) };");
  return { at: (path: string) => join(folder, path), print: (...more: string[]) => vouch(['config', 'print', '--effective', ...more]) };
}

describe('a configuration that was found, not named', () => {
  it('is used where it and everything on the way to it are the user’s own', async () => {
    expect(await workspace().print()).toMatchObject({ code: 0 });
  });

  it.each([
    ['the file', 'vouch.config.yaml', 0o666],
    ['its folder', '.', 0o777],
    ['a plugin that it names', 'rules/mine.js', 0o666],
    ['the folder of a plugin', 'rules', 0o777],
  ])('is refused where everybody may write %s, and used where it is named', async (_, path, mode) => {
    const { at, print } = workspace();
    chmodSync(at(path), mode);
    const { code, err } = await print();
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/is not used: .*may be written by everybody.*--config or VOUCH_CONFIG.*chmod go-w/),
    ]);
    expect((await print('--config', 'vouch.config.yaml')).code).toBe(0);
  });

  // Only root can give a file away.
  it.runIf(isRoot).each(['vouch.config.yaml', '.', 'rules/mine.js', 'rules'])(
    'is refused where %s belongs to another user',
    async (path) => {
      const { at, print } = workspace();
      chownSync(at(path), stranger, stranger);
      const { code, err } = await print();
      expect([code, err]).toEqual([2, expect.stringMatching(/is not used: .*belongs to another user \(4321\)/)]);
      expect((await print('--config', 'vouch.config.yaml')).code).toBe(0);
    },
  );

  it.runIf(isRoot)('is refused where a link of another user leads to it', async () => {
    const { at, print } = workspace();
    renameSync(at('vouch.config.yaml'), at('real.yaml'));
    symlinkSync('real.yaml', at('vouch.config.yaml'));
    expect((await print()).code).toBe(0);
    lchownSync(at('vouch.config.yaml'), stranger, stranger);
    expect(await print()).toMatchObject({ code: 2, err: expect.stringContaining('belongs to another user (4321)') });
  });

  it('may lie in a folder of all where nobody may replace what is another’s, as in /tmp', async () => {
    const { at, print } = workspace();
    chmodSync(at('.'), 0o1777);
    expect((await print()).code).toBe(0);
  });
});
