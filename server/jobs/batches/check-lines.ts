import { waitForIdleLoop } from '../../../core/index.js';
import type { BatchLimits } from '../../http/limits.js';
import { badRequest } from '../../http/refusal.js';
import type { BatchForm } from '../../http/upload/read-batch-form.js';
import { isFileId } from '../job-id.js';
import { LineMistake, type LineTerms, readLine, schemaChecker } from './read-line.js';

export interface LineCheckTerms extends Pick<LineTerms, 'common' | 'schemas'> {
  readonly limits: BatchLimits;
  /** The size of each document that came with the batch, by its name. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The sizes of those that are files of the caller, by id. */
  knownFiles(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export interface CheckedLines {
  readonly jobs: number;
  /** Names of documents that came with the batch. */
  readonly used: ReadonlySet<string>;
  /** Sizes of files that were sent before, by id. */
  readonly files: ReadonlyMap<string, number>;
}

interface NamedFile {
  readonly line: number;
  readonly customId: string;
}

/** Lines in one round of the event loop. */
const linesPerRound = 200;
/** How many ids the store is asked about at once. */
const idsAtOnce = 1_000;
/** How many mistakes are told. */
const mostTold = 20;

/** Checks every line before anything is taken in. @throws Refusal 400 that tells the first mistakes, each with its line and `custom_id` */
export async function checkLines(
  { spool, jobs: part }: BatchForm,
  { limits, sizes, knownFiles, ...asked }: LineCheckTerms,
): Promise<CheckedLines> {
  const terms = { ...asked, faultOfSchema: schemaChecker(limits.schemas) };
  const [lineOf, used, named] = [new Map<string, number>(), new Set<string>(), new Map<string, NamedFile>()];
  const mistakes = new Mistakes();
  let [line, jobs] = [0, 0];
  for await (const text of spool.lines(part, limits.lineBytes)) {
    line += 1;
    if (line % linesPerRound === 0) await waitForIdleLoop();
    if (text === undefined) {
      mistakes.add(
        line,
        new LineMistake(
          `it is longer than ${limits.lineBytes} bytes, and nothing behind it was read: send a large schema as a field of the form`,
        ),
      );
      break;
    }
    if (text.trim() === '') continue;
    jobs += 1;
    if (jobs > limits.lines)
      throw badRequest(`jobs has more than ${limits.lines.toLocaleString('en')} lines: send the rest as another batch`);
    try {
      check(text, line);
    } catch (error) {
      mistakes.add(line, error);
    }
  }
  if (jobs === 0) throw badRequest('jobs has no line: JSON Lines are wanted, one job a line');
  const files = await sizesOf([...named.keys()], knownFiles);
  for (const [id, { line, customId }] of named)
    if (!files.has(id))
      mistakes.add(line, new LineMistake('file is the id of none of your files: it is wrong, or the file was kept long enough', customId));
  mistakes.refuse();
  return { jobs, used, files };

  function check(text: string, line: number): void {
    const { customId, file } = readLine(text, terms);
    const earlier = lineOf.get(customId);
    if (earlier !== undefined) throw new LineMistake(`custom_id is that of line ${earlier}, too: each needs its own`, customId);
    lineOf.set(customId, line);
    const size = sizes.get(file);
    if (size === 0) throw new LineMistake('the document is empty', customId);
    if (size !== undefined) used.add(file);
    else if (!isFileId(file)) throw new LineMistake(namesNothing, customId);
    else if (!named.has(file)) named.set(file, { line, customId });
  }
}

const namesNothing = 'file names nothing: no document of the form or the zip has this name, and it is no id of /v1/files';

async function sizesOf(ids: readonly string[], known: LineCheckTerms['knownFiles']): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (let at = 0; at < ids.length; at += idsAtOnce)
    for (const [id, size] of await known(ids.slice(at, at + idsAtOnce))) found.set(id, size);
  return found;
}

/** What is wrong with the lines, the first ones of it. */
class Mistakes {
  #count = 0;
  readonly #first: { readonly line: number; readonly text: string }[] = [];

  /** @throws the error where it is none of the line's */
  add(line: number, error: unknown): void {
    if (error instanceof RangeError) throw badRequest(`jobs has ${error.message}: send them as several batches`, { cause: error });
    if (!(error instanceof LineMistake)) throw error;
    this.#count += 1;
    const whose = error.customId === undefined ? '' : `, custom_id "${error.customId}"`;
    if (this.#first.length < mostTold) this.#first.push({ line, text: `line ${line}${whose}: ${error.reason}` });
  }

  refuse(): void {
    if (this.#count === 0) return;
    const told = this.#first.toSorted((one, other) => one.line - other.line).map(({ text }) => text);
    const rest = this.#count > told.length ? [`and ${this.#count - told.length} more`] : [];
    throw badRequest(
      `Nothing was taken in: jobs has ${this.#count === 1 ? 'a mistake' : `${this.#count} mistakes`}. ${[...told, ...rest].join('; ')}`,
    );
  }
}
