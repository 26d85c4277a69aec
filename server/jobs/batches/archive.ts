import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ArchiveLimits } from '../../http/limits.js';
import { badRequest } from '../../http/refusal.js';
import { within } from '../../state/within.js';
import { type ArchiveFrame, ArchiveReader } from './archive-frames.js';

/** A command that confines Node to these paths, further than Node's own permissions do; as the configuration knows it. */
export type ConfineNode = (
  node: readonly string[],
  visible: readonly string[],
) => { readonly file: string; readonly parameters: readonly string[] };

export interface ArchiveTerms {
  readonly limits: ArchiveLimits;
  /** The zip, open for reading, and its size. */
  readonly descriptor: number;
  readonly bytes: number;
  readonly confine?: ConfineNode | undefined;
}

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
}

/** How long the child may take for one entry. */
const patienceMs = 30_000;

/**
 * A zip of documents that nobody trusts: a child process of its own reads it, which has no network to talk of, no environment and no file but the
 * zip, and is ended with the request.
 */
export class Archive {
  readonly #child: ChildProcess;
  readonly #frames: ArchiveReader;

  constructor({ limits, descriptor, bytes, confine = plain }: ArchiveTerms) {
    const { file, readable } = program();
    const command = confine(
      [...nodeOptions, ...readable.map((path) => `--allow-fs-read=${path}`), file, JSON.stringify(limits), String(bytes)],
      readable,
    );
    this.#child = spawn(command.file, command.parameters, { env: {}, detached: true, stdio: ['pipe', 'pipe', 'ignore', descriptor] });
    this.#child.on('error', () => this.#child.stdout?.destroy());
    // It may have ended before it is told what is wanted.
    this.#child.stdin?.on('error', () => undefined);
    this.#frames = new ArchiveReader(this.#child.stdout as Readable);
  }

  /** What is in it, each checked. @throws Refusal 400 that says which entry is wrong */
  async entries(): Promise<readonly ArchiveEntry[]> {
    const found: ArchiveEntry[] = [];
    for (let frame = await this.#next(); frame.kind !== 'end'; frame = await this.#next())
      if (frame.kind === 'entry') found.push({ name: frame.name, size: frame.size });
    return found;
  }

  /** Unpacks these entries, one after the other. @throws Refusal 400 where one is not as the zip describes it */
  async *documents(entries: readonly number[]): AsyncGenerator<{ readonly entry: number; readonly bytes: Buffer }> {
    this.#child.stdin?.end(`${JSON.stringify(entries)}\n`);
    for (let frame = await this.#next(); frame.kind !== 'end'; frame = await this.#next())
      if (frame.kind === 'document') yield { entry: frame.entry, bytes: await within(patienceMs, this.#frames.bytes(frame.size)) };
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #next(): Promise<ArchiveFrame> {
    const line = await within(patienceMs, this.#frames.line()).catch(() => undefined);
    if (!line) throw badRequest('files could not be unpacked: its parser was ended. Make the zip anew, or send the documents by /v1/files');
    const frame = JSON.parse(line) as ArchiveFrame;
    if (frame.kind === 'refused') throw badRequest(`files cannot be unpacked: ${frame.reason}`);
    return frame;
  }
}

const plain: ConfineNode = (node) => ({ file: process.execPath, parameters: node });

const nodeOptions: readonly string[] = ['--max-old-space-size=256', '--permission', '--no-warnings'];

/** The compiled child, also where this module runs as TypeScript, and what it may read. */
function program(): { readonly file: string; readonly readable: readonly string[] } {
  const root = new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../', import.meta.url);
  const file = fileURLToPath(new URL('dist/server/jobs/batches/archive-child.js', root));
  if (!existsSync(file)) throw new Error(`There is no compiled child at ${file}; run "npm run build"`);
  const used = realpathSync(fileURLToPath(import.meta.resolve('yauzl')));
  const packages = used.slice(0, used.indexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
  return { file, readable: [fileURLToPath(new URL('dist', root)), fileURLToPath(new URL('package.json', root)), packages] };
}
