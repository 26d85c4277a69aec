import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a command in a session of its own. Linux shares the processor between sessions, so other work of the caller's shell cannot starve the
 * parsers, which run at a lower priority than the tests that wait for them. What one Node has compiled, the next one need not (as `compiled.ts`).
 */
const [command = '', ...parameters] = process.argv.slice(2);
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'vouch-tests-compiled'), ...(await sandboxHere()), ...process.env };
const child = spawn(command, parameters, { stdio: 'inherit', detached: true, env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.kill(-(child.pid ?? 0), signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
/** As the operator of such a machine would: servers are started with the isolation that there is. */
async function sandboxHere() {
  const { findIsolationLevel } = await import('../../dist/plugins/sandbox/confine.js');
  if ((await findIsolationLevel()) !== 'permissions') return {};
  process.stderr.write(
    'This machine allows no user namespaces, so the parsers of the tests run with Node’s permissions alone (VOUCH_SANDBOX=permissions); tests of stronger isolation are skipped.\n',
  );
  return { VOUCH_SANDBOX: 'permissions' };
}
child.on('error', (error) => {
  process.stderr.write(`${command} could not be started: ${error.message}\n`);
  process.exit(1);
});
