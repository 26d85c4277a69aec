import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../../../../core/index.js';
import { freePort } from '../../../support/free-port.js';

export interface LlamaTerms {
  /** The path of `llama-server`. */
  readonly program: string;
  /** The path of the model. */
  readonly model: string;
  readonly threads: number;
}

/** A process of llama.cpp's server. */
export interface LlamaServer {
  readonly port: number;
  /** Resolves once the model is loaded. @throws InputError with the end of its output when the process ends first */
  ready(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the server with more options of its own. It answers the same to the same prompt. */
export async function startLlama({ program, model, threads }: LlamaTerms, more: readonly string[]): Promise<LlamaServer> {
  const port = await freePort();
  const usual = [
    '--model',
    model,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--threads',
    String(threads),
    '--seed',
    '1',
    '--temp',
    '0',
  ];
  const child = spawn(program, [...usual, ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = (output + chunk).slice(-2_000);
  });
  const ended = once(child, 'close').catch((error: unknown) => {
    output += String(error);
  });
  const alive = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    port,
    async ready() {
      while ((await statusOf(port)) !== 200) {
        if (!alive()) throw new InputError(`${program} ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${output}`);
        await sleep(100);
      }
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
      process.off('exit', endWithUs);
    },
  };
}

const statusOf = (port: number): Promise<number | undefined> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    (response) => response.status,
    () => undefined,
  );
