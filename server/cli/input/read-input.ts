import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { InputError, type SourceFile } from '../../../core/index.js';
import { defaultLimits } from '../../http/limits.js';
import type { Terminal } from '../output/terminal.js';

/** Reads a file, or the standard input for `-`. @throws InputError when it cannot be read, is empty, or is too large, as over HTTP. */
export async function readInput(path: string, { cwd, stdin }: Terminal): Promise<SourceFile> {
  const { fileBytes } = defaultLimits();
  const file = resolve(cwd, path);
  if (path !== '-' && (await size(file)) > fileBytes) throw tooLarge(fileBytes);
  const bytes = path === '-' ? await buffer(stdin) : await readFile(file).catch(unreadable);
  if (bytes.length === 0) throw new InputError('file is empty');
  if (bytes.length > fileBytes) throw tooLarge(fileBytes);
  return { name: path === '-' ? 'stdin' : basename(file), bytes };
}

async function size(file: string): Promise<number> {
  const found = await stat(file).catch(unreadable);
  if (!found.isFile()) throw new InputError('This is not a file');
  return found.size;
}

function unreadable(cause: NodeJS.ErrnoException): never {
  throw new InputError(cause.code === 'ENOENT' ? 'There is no such file' : `The file cannot be read (${cause.code})`, { cause });
}

const tooLarge = (bytes: number): InputError => new InputError(`The file is larger than ${bytes / 1_048_576} MB`);
