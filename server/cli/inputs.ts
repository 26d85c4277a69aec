import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { didYouMean, shippedSchemas, shippedText } from '../../config/index.js';
import { ConfigError, decodeUtf8, InputError, parseSchema, type Schema, type SourceFile, withoutByteOrderMark } from '../../core/index.js';
import { defaultLimits } from '../http/limits.js';
import { printable } from '../report/html.js';
import type { Terminal } from './terminal.js';

/**
 * The files that a command names, with each folder replaced by the documents in it and in the folders below, in the order of their names. Hidden
 * files and folders are left out, and others that no converter reads are named. `extensions` are those of documents, such as '.pdf'.
 * @throws ConfigError for a folder without documents.
 */
export function filesIn(named: readonly string[], extensions: readonly string[], { cwd, stderr }: Terminal): readonly string[] {
  const isDocument = (path: string): boolean => extensions.includes(extname(path).toLowerCase());
  return named.flatMap((path) => {
    if (path === '-' || !isFolder(resolve(cwd, path))) return [path];
    const [documents, others] = partition(filesBelow(path, cwd), isDocument);
    if (documents.length === 0) throw new ConfigError(`${path}: there is no document in this folder (${extensions.join(', ')})`);
    if (others.length > 0) stderr.write(leftOut('no converter reads them', others));
    return documents;
  });
}

/** All files of a folder and of those below it, but hidden ones, in the order of their names. */
export function filesBelow(folder: string, cwd: string): readonly string[] {
  const entries = readdirSync(resolve(cwd, folder), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) return [];
    return entry.isDirectory() ? filesBelow(path, cwd) : [path];
  });
}

/** Those for which it holds, and the others. */
export const partition = <T>(all: readonly T[], holds: (one: T) => boolean): readonly [readonly T[], readonly T[]] => [
  all.filter(holds),
  all.filter((one) => !holds(one)),
];

/** As many names as fit on a line or two. */
const shownNames = 8;

/** The line that names the files of a folder that are not answered. */
export function leftOut(why: string, files: readonly string[]): string {
  const more = files.length > shownNames ? `, and ${files.length - shownNames} more` : '';
  return `Left out, because ${why}: ${files.slice(0, shownNames).map(printable).join(', ')}${more}\n`;
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

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

/** The same as text. @throws InputError as `readInput` */
export const readText = async (path: string, terminal: Terminal): Promise<string> =>
  decodeUtf8((await readInput(path, terminal)).bytes, 'file');

/** @throws ConfigError where an answer and its document are named in the wrong order, before either is taken for the other */
export function requireAnswerFirst(command: string, result: string, file: string): void {
  if (extname(file) === '.json' && extname(result) !== '.json')
    throw new ConfigError(`${file}: the answer comes first, then its document: vouch ${command} ${file} ${result}`);
}

/** Adds the name of a file to what is wrong with it: `invoice.pdf: file is empty`. */
export async function namingFile<T>(path: string, work: () => Promise<T>, sayingThat = ''): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw named(error, path + sayingThat);
  }
}

const named = (error: unknown, name: string): unknown =>
  error instanceof InputError ? new InputError(`${name}: ${error.message}`, { cause: error }) : error;

async function size(file: string): Promise<number> {
  const found = await stat(file).catch(unreadable);
  if (!found.isFile()) throw new InputError('This is not a file');
  return found.size;
}

function unreadable(cause: NodeJS.ErrnoException): never {
  throw new InputError(cause.code === 'ENOENT' ? 'There is no such file' : `The file cannot be read (${cause.code})`, { cause });
}

const tooLarge = (bytes: number): InputError => new InputError(`The file is larger than ${bytes / 1_048_576} MB`);

/** A shipped JSON Schema by name, else that of a file. @throws ConfigError when there is neither, InputError when the file holds none */
export function chooseSchema(name: string, cwd: string): { readonly text: string; readonly schema: Schema } {
  const text = schemaText(name, cwd);
  try {
    return { text, schema: parseSchema(text) };
  } catch (error) {
    throw named(error, name);
  }
}

function schemaText(name: string, cwd: string): string {
  const shipped = shippedText(name);
  if (shipped !== undefined) return shipped;
  const file = resolve(cwd, name);
  if (existsSync(file)) return read(file, name);
  const names = Object.keys(shippedSchemas);
  throw new ConfigError(`There is no schema "${name}": no such file, and shipped are ${names.join(', ')}.${didYouMean(name, names)}`);
}

function read(file: string, name: string): string {
  try {
    return withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new ConfigError(`The schema ${name} cannot be read (${code}).`, [], { cause });
  }
}
