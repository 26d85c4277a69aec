import { openAsBlob } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultConfig, loadConfig, shippedSchemas } from '../../config/index.js';
import { ConfigError, InputError } from '../../core/index.js';
import { type RunningServer, startServer } from '../app/start-server.js';
import { generateKey } from '../guards/key-secret.js';
import type { ExtractionBody } from '../wire/extraction.js';
import { printAnswer } from './extract/print-answer.js';
import { takesColours } from './terminal.js';

/** Relative to the package's root, where npm runs its scripts. */
const sample = 'server/playground/setup/sample-invoice.pdf';

/** `npm run demo`: sends a bundled invoice to the real HTTP server and prints the answer, with `--json` as it came. */
try {
  await demo(parseArgs({ options: { json: { type: 'boolean', default: false } } }).values.json);
} catch (error) {
  process.stderr.write(`The demo failed: ${sentence(error)}\n`);
  process.exitCode = 1;
}

/** One sentence for an error that a person can fix; any other error keeps its stack. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fixable =
    error instanceof ConfigError || error instanceof InputError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  return fixable ? error.message : (error.stack ?? error.message);
}

async function demo(json: boolean): Promise<void> {
  const key = generateKey();
  const server = await start(key);
  try {
    const text = await extract(server.url, key);
    const body = JSON.parse(text) as ExtractionBody;
    process.stdout.write(json ? `${text}\n` : `${pretty(body)}\n${howTo(key)}`);
    if (body.error) throw new InputError(`${body.error.code}: ${body.error.message}`);
  } finally {
    await server.close();
  }
}

/** The configured server on a free port of this machine, with a store in memory and no rate limit. */
async function start(key: string): Promise<RunningServer> {
  const overrides = { port: '0', host: '127.0.0.1', store: 'memory:', rateLimit: '0', keys: key };
  const loaded = await loadConfig({ env: process.env, cwd: process.cwd(), overrides });
  return startServer(loaded).catch((error: unknown) => {
    throw error instanceof ConfigError ? loaded.explain(error) : error;
  });
}

/** The raw answer. @throws InputError when it is not a 200. */
async function extract(url: string, key: string): Promise<string> {
  const form = new FormData();
  form.set('output_schema', JSON.stringify(shippedSchemas.invoice));
  form.set('enable_verification', 'true');
  form.set('file', await openAsBlob(fromRoot(sample)), basename(sample));
  const answer = await fetch(`${url}/v1/extract`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
  const text = await answer.text();
  if (answer.status !== 200) throw new InputError(`the server answered ${answer.status}: ${text}`);
  return text;
}

function fromRoot(path: string): string {
  return createRequire(import.meta.url)
    .resolve('vouch/package.json')
    .replace(/package\.json$/, path);
}

function pretty(body: ExtractionBody): string {
  return printAnswer(basename(sample), body, { colours: takesColours(process.stdout, process.env), width: process.stdout.columns ?? 100 });
}

/** The commands that do the same by hand; any key works that the server is started with. */
function howTo(key: string): string {
  const { host, port } = defaultConfig.server;
  return `Do the same by hand, in two terminals:

  VOUCH_KEYS=${key} npm start

  curl http://${host}:${port}/v1/extract -H "Authorization: Bearer ${key}" \\
    -F file=@${sample} -F enable_verification=true --form-string output_schema="$(npx vouch schema show invoice)"
`;
}
