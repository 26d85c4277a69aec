import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a command in a session of its own. Linux shares the processor between sessions, so other work of the caller's shell cannot starve the
 * parsers, which run at a lower priority than the tests that wait for them. What one Node has compiled, the next one need not (as `compiled.ts`).
 */
const [command = '', ...parameters] = process.argv.slice(2);
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'vouch-tests-compiled'), ...process.env };
const child = spawn(command, parameters, { stdio: 'inherit', detached: true, env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.kill(-(child.pid ?? 0), signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
child.on('error', (error) => {
  process.stderr.write(`${command} could not be started: ${error.message}\n`);
  process.exit(1);
});
