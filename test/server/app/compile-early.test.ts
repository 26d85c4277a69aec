import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const built = new URL('../../../dist/server/app/compile-early.js', import.meta.url).href;

it('V8 knows what it is asked to compile early', () => {
  const program = `import { compileEarly } from ${JSON.stringify(built)}; compileEarly();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
