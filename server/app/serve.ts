import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serverDefaults } from '../../config/settings.js';
import { ConfigError, engineDefaults } from '../../core/index.js';
import { createKey } from '../guards/manage-keys.js';
import { type LogOutput, lossyLog } from '../telemetry/logging.js';
import { closeOnSignal } from './close-on-signal.js';
import { type RunningServer, type StartSettings, startServer } from './start-server.js';

/** Settings as the configuration yields them. */
export interface ServeSettings extends StartSettings {
  /** What the isolation of parsers on this machine gives up, as a sentence, where it is less than as shipped. @throws ConfigError where it is less than the host demands */
  requireSandbox?(): Promise<string | undefined>;
  /** Adds to an error where in the configuration it comes from. */
  explain?(error: ConfigError): ConfigError;
}

export interface ServeOutputs {
  readonly stdout: LogOutput;
  readonly stderr: LogOutput & { readonly isTTY?: boolean };
}

/**
 * Runs the server until a signal ends the process, for `npm start` and `vouch serve`. Requests are logged to standard output; messages for a
 * person go to standard error.
 * @throws ConfigError when a setting is wrong.
 */
export async function serve(settings: ServeSettings, { stdout, stderr }: ServeOutputs = process): Promise<RunningServer> {
  const { server, givenUp } = await started(settings, stdout).catch((error) => {
    throw error instanceof ConfigError ? (settings.explain?.(error) ?? error) : error;
  });
  const { deadlineMs = engineDefaults.deadlineMs } = settings.engine;
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
  giveBackMemory(server.app.server);
  closeOnSignal(server, { drainMs: settings.server.drainMs ?? serverDefaults.drainMs, deadlineMs });
  const key = await firstKey(server, {
    listed: settings.server.keys.length,
    shown: stderr.isTTY === true,
    inMemory: settings.server.store === 'memory:',
  });
  lossyLog(stderr, () => undefined).write(banner(server.url, key, settings.server) + (givenUp === undefined ? '' : `${givenUp}\n\n`));
  return server;
}

async function started(settings: ServeSettings, log: LogOutput) {
  const givenUp = await settings.requireSandbox?.();
  return { server: await startServer(settings, { log }), givenUp };
}

/**
 * The state of the API keys at the start. `made`: one was made just now. `noneInMemory`: there is none, and no command can make one, because the
 * store is the memory of this process. `unknown`: the store cannot be reached.
 */
export type FirstKey = { readonly kind: 'made'; readonly key: string } | { readonly kind: 'some' | 'none' | 'noneInMemory' | 'unknown' };

/** Makes a first key if there is none, the output is a terminal (never a log), and only this machine can reach the server. */
export async function firstKey(
  { store, url }: Pick<RunningServer, 'store' | 'url'>,
  { listed, shown, inMemory }: { readonly listed: number; readonly shown: boolean; readonly inMemory: boolean },
): Promise<FirstKey> {
  if (listed > 0) return { kind: 'some' };
  const keys = await store.keys.list().catch(() => undefined);
  if (!keys) return { kind: 'unknown' };
  if (keys.length > 0) return { kind: 'some' };
  if (!shown || !/^http:\/\/(127\.|\[::1\])/.test(url)) return { kind: inMemory ? 'noneInMemory' : 'none' };
  const { key } = await createKey(store.keys, { label: 'made at the first start' });
  return { kind: 'made', key };
}

/** The server's address and a command to try it with. */
export function banner(url: string, key: FirstKey, { playground = true } = {}): string {
  return `
Vouch is listening on ${url}
${playground ? `A page to try it with: ${url}/playground\n` : ''}${keyLines[key.kind]}
  curl ${url}/v1/extract \\
    -H 'Authorization: Bearer ${key.kind === 'made' ? key.key : '<your key>'}' \\
    -F file=@invoice.pdf -F enable_verification=true \\
    -F 'output_schema={"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}'

`;
}

const keyLines: Readonly<Record<FirstKey['kind'], string>> = {
  made: 'A first API key was made. It is shown only now.\n',
  some: '',
  none: 'There is no API key yet: make one with "npx vouch key create", or set VOUCH_KEYS.\n',
  noneInMemory:
    'There is no API key, and the store is the memory of this process: set VOUCH_KEYS, or a store that keeps keys, VOUCH_STORE=sqlite:<file>.\n',
  unknown: 'The store cannot be reached yet. It is used from the moment it can.\n',
};

/** By how much the heap may grow over what is in use before V8 collects what is not: left alone, up to four times that. */
const growingPercent = 100;

/** How long after the start nothing must have been read before memory is given back, in ms. */
const afterStartMs = 3_000;
/** The same after a document. What is collected then is also the code that V8 has optimized: the next document takes half as long again. */
const afterWorkMs = 60_000;

/**
 * Gives memory back to the system once the start is over, and after each burst of documents. V8 keeps the heap that a start or a burst needed
 * until it collects again, and without work it does not. That takes some 50 ms, so it waits until no document is being read.
 */
export function giveBackMemory(server: Server): void {
  let running = 0;
  const collectAfter = (ms: number): NodeJS.Timeout => setTimeout(() => running === 0 && collect(), ms).unref();
  let pause = collectAfter(afterStartMs);
  server.on('request', ({ method }, response) => {
    // Probes must neither be counted as work nor put the pause off.
    if (method !== 'POST') return;
    running += 1;
    response.once('close', () => {
      running -= 1;
      clearTimeout(pause);
      pause = collectAfter(afterWorkMs);
    });
  });
}

/** The only collection that also shrinks the young generation: it is 32 MB after a start, and empty. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: typeof globalThis.gc = runInNewContext('gc');
  gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
