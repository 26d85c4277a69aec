import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { runHere } from '../cli/run-here.js';

/** Commands that have run as a process of their own: `extract`, `key create`. */
const begun = new Set<string>();

/**
 * Gives what a script of bash begins with so that its `npx vouch` runs in this process, which has the product loaded and its code compiled: a new process
 * spends half a second of a processor on that, for each of some seventy calls. The first call of each command is left to a process of its own,
 * which also has to end by itself; so is a server. The rest is as there: arguments, environment, folder, standard input and output, exit code.
 */
export async function commandsHere(): Promise<string> {
  const server = createServer((call) => void answer(call).finally(() => call.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const [address, calls] = [server.address(), temporaryFolder('calls')];
  if (address === null || typeof address === 'string') throw new Error('commands need a port');
  return `
npx() {
  local door how call=$(mktemp -d ${calls}/XXXXXX)
  printf '%s\\0' "\${@:2}" > $call/args
  env -0 > $call/env
  cat > $call/in
  exec {door}<>/dev/tcp/127.0.0.1/${address.port}
  printf '%s\\n' "$1" "$call" "$PWD" >&$door
  read -r how <&$door
  exec {door}>&-
  if test "$how" = start; then command npx "$@" < $call/in; return; fi
  cat $call/out
  cat $call/err >&2
  return $how
}
`;
}

/** What is sent is the program, the folder of the call and the working folder, a line each; what is answered is an exit code, or that it has to be started. */
async function answer(call: Socket): Promise<void> {
  const sent: string[] = [];
  for await (const line of createInterface(call)) if (sent.push(line) === 3) break;
  const [program, folder = '', cwd = ''] = sent;
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const args = read('args').split('\0').slice(0, -1);
  const name = args
    .slice(0, 2)
    .filter((word) => /^[a-z]+$/.test(word))
    .join(' ');
  if (program !== 'vouch' || !begun.has(name)) {
    begun.add(name);
    call.write('start\n');
    return;
  }
  const env = Object.fromEntries(
    read('env')
      .split('\0')
      .slice(0, -1)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const { code, out, err } = await runHere(args, { cwd, env, input: read('in') });
  writeFileSync(join(folder, 'out'), out);
  writeFileSync(join(folder, 'err'), err);
  call.write(`${code ?? 1}\n`);
}
