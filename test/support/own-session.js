import { spawn } from 'node:child_process';

/**
 * Runs a command in a session of its own. Linux shares the processor between sessions, so other work of the caller's shell cannot starve the
 * parsers, which run at a lower priority than the tests that wait for them.
 */
const [command = '', ...parameters] = process.argv.slice(2);
const child = spawn(command, parameters, { stdio: 'inherit', detached: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.kill(-(child.pid ?? 0), signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
child.on('error', (error) => {
  process.stderr.write(`${command} could not be started: ${error.message}\n`);
  process.exit(1);
});
