import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a command of Vouch ended with. */
export interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of Vouch as a process, in an empty folder with this configuration and no key of the environment. */
export function runVouch(config: object, given: readonly string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-providers-'));
  writeFileSync(join(folder, 'vouch.config.json'), JSON.stringify(config));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, ...given],
      { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        rmSync(folder, { recursive: true, force: true });
        resolve({ code: error ? (error.code ?? error.signal) : 0, stdout, stderr });
      },
    );
  });
}

const program = fileURLToPath(import.meta.resolve('vouch/package.json').replace(/package\.json$/, 'server/vouch.js'));
