import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { outputSchema, pdf } from '../../../server/support/form.js';
import { key } from '../caller.js';
import type { JobsTrial } from '../trial.js';
import { withFleet } from '../with-fleet.js';

const program = fileURLToPath(new URL('../../../../../server/vouch.js', import.meta.url));

/** A folder of documents by the command line, against a server, which a person stops twice and starts again. */
export const folder: JobsTrial = {
  name: 'folder',
  does: 'extracts a folder by the command line, against a server, stopped with Ctrl-C after a third and after two thirds',
  stores: ['sqlite'],
  usual: { jobs: 155 },
  run: ({ jobs: documents }, kind) =>
    withFleet(kind, { servers: 1, slowMs: 100, settings: {} }, async ({ fleet, store }) => {
      const place = mkdtempSync(join(tmpdir(), 'vouch-folder-'));
      try {
        mkdirSync(join(place, 'inbox'));
        for (let at = 0; at < documents; at++) writeDocument(place, at);
        writeFileSync(join(place, 'schema.json'), outputSchema);
        const stopped = [];
        for (const third of [1, 2]) stopped.push(await run(place, fleet.url ?? '', Math.floor((third * documents) / 3)));
        const { code, err } = await run(place, fleet.url ?? '');
        const files = linesIn(place).map((line) => (JSON.parse(line) as { readonly file: string }).file);
        const rows = readFileSync(join(place, 'out.csv'), 'utf8').trimEnd().split('\r\n').length - 1;
        const charged = await store.count('SELECT sum(used) FROM quota');
        const table = new RegExp(`${documents} files · ${documents} done · 0 doubtful · 0 failed`).test(err);
        return [
          {
            what: `${documents} documents, stopped twice (exit codes ${stopped.map((end) => end.code).join(', ')}, then ${code})`,
            goal: 'every document once, the table right',
            measured: `${new Set(files).size} documents in ${files.length} lines, ${rows} rows, ${charged} credits, table ${table ? 'right' : `wrong: ${err.slice(-200)}`}`,
            met: new Set(files).size === documents && files.length === documents && rows === documents && charged === documents && table,
          },
        ];
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    }),
};

/** Each is another document: the same one twice would be answered, and charged, once. */
const writeDocument = (place: string, at: number): void =>
  writeFileSync(join(place, `inbox/${String(at).padStart(4, '0')}.pdf`), `${pdf}%${at}\n`);

const linesIn = (place: string): readonly string[] =>
  existsSync(join(place, 'out.jsonl')) ? readFileSync(join(place, 'out.jsonl'), 'utf8').split('\n').filter(Boolean) : [];

/** Stopped as by Ctrl-C once so many are answered; to its end without a number. */
async function run(place: string, url: string, until = Number.POSITIVE_INFINITY) {
  const args = [program, 'extract', 'inbox', '--schema', 'schema.json', '--json', '-o', 'out.jsonl', '--csv', 'out.csv', '--server', url];
  const env = { PATH: process.env['PATH'], HOME: place, VOUCH_API_KEY: key };
  const child = spawn(process.execPath, args, { cwd: place, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'close');
  while (child.exitCode === null && linesIn(place).length < until && until !== Number.POSITIVE_INFINITY) await sleep(20);
  if (child.exitCode === null && until !== Number.POSITIVE_INFINITY) child.kill('SIGINT');
  const [code] = await ended;
  return { code: code as number | null, err };
}
