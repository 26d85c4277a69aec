import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { InputError } from '../../../../core/index.js';

/**
 * Runs a program to its end.
 * @throws InputError with the end of its output when it fails, or when this machine does not have it
 */
export async function run(program: string, given: readonly string[], { cwd }: { readonly cwd: string }): Promise<void> {
  process.stderr.write(`${program} ${given.slice(0, 2).join(' ')} …\n`);
  const child = spawn(program, given, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk).slice(-2_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = await once(child, 'close').catch((cause: unknown) => {
    throw new InputError(`${program} could not be started; it is needed to fetch or to build what this command runs`, {
      cause,
    });
  });
  if (code !== 0) throw new InputError(`${program} ${given.join(' ')} failed:\n${output}`);
}
