import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { defaultConfig, loadConfig } from '../../config/index.js';
import { ConfigError } from '../../core/index.js';
import { type RunningServer, startServer } from '../app/start-server.js';
import { generateKey } from '../guards/key-secret.js';
import { ownTerminal, run } from './run.js';

/** Relative to the package's root, where npm runs its scripts. */
const sample = 'server/playground/setup/sample-invoice.pdf';

/** `npm run demo`: starts the real HTTP server and has `vouch extract` ask it for a bundled invoice, with `--json` as the answer came. */
try {
  await demo(process.argv.slice(2));
} catch (error) {
  const reason = error instanceof Error && !(error instanceof ConfigError) ? error.stack : undefined;
  process.stderr.write(`The demo failed: ${reason ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}

async function demo(flags: readonly string[]): Promise<void> {
  const key = generateKey();
  const server = await start(key);
  try {
    await run(['extract', basename(sample), '--server', server.url, '--verify', ...flags], {
      ...ownTerminal(),
      env: { ...process.env, VOUCH_API_KEY: key },
      cwd: dirname(join(createRequire(import.meta.url).resolve('vouch/package.json'), '..', sample)),
    });
  } finally {
    await server.close();
  }
  if (flags.length === 0) process.stdout.write(howTo(key));
}

/** The configured server on a free port of this machine, with a store in memory and no rate limit. */
async function start(key: string): Promise<RunningServer> {
  const overrides = { port: '0', host: '127.0.0.1', store: 'memory:', rateLimit: '0', keys: key };
  const loaded = await loadConfig({ env: process.env, cwd: process.cwd(), overrides });
  return startServer(loaded).catch((error: unknown) => {
    throw error instanceof ConfigError ? loaded.explain(error) : error;
  });
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
