import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Cell, type Document, type Engine, InputError } from '../../../core/index.js';
import { type Subject, subjectOf, type TruthFile } from '../../../test/kit/index.js';

interface OwnDocumentTerms {
  readonly readings?: string;
  skip(why: string): void;
  /** Which documents are opened; all when absent. */
  choose?<T extends { readonly id: string }>(documents: readonly T[]): readonly T[];
}

/**
 * The documents of one's own folder: `truth/<id>.json`, `docs/<id>.pdf` or whatever the engine reads, and `readings/<name>/<id>.json` where a
 * reader's own are to be used. Documents that cannot be opened, lack a file or are pictures are left out, and `skip` is told once for each reason.
 * @throws InputError when the folder has no truth, or no such readings
 */
export async function ownSubjects(folder: string, engine: Engine, terms: OwnDocumentTerms): Promise<readonly Subject[]> {
  const truths = join(folder, 'truth');
  if (!existsSync(truths)) throw new InputError(`${folder} has no folder "truth". Expected are docs/ and truth/<id>.json.`);
  const readings = terms.readings === undefined ? undefined : join(folder, 'readings', terms.readings);
  if (readings !== undefined && !existsSync(readings)) throw new InputError(`there is no folder ${readings}`);
  const subjects: Subject[] = [];
  const leftOut: LeftOut[] = [];
  const files = readdirSync(truths).filter((file) => file.endsWith('.json'));
  const stated = files.sort().map((file) => jsonIn<TruthFile>(join(truths, file)));
  for (const truth of terms.choose?.(stated) ?? stated) {
    const cells = readings === undefined ? undefined : readingIn(join(readings, `${truth.id}.json`));
    try {
      if (readings !== undefined && !cells) throw new InputError(`no reading in ${readings}`);
      subjects.push(subjectOf(truth.id, await openedText(documentOf(folder, truth), engine), { truth, ...(cells && { cells }) }));
    } catch (error) {
      leftOut.push({ id: truth.id, why: error instanceof Error ? error.message : String(error) });
    }
  }
  for (const [why, documents] of Map.groupBy(leftOut, (one) => one.why)) terms.skip(`${listed(documents.map(({ id }) => id))}: ${why}`);
  if (subjects.length === 0) throw new InputError(`${folder} has no document with text of its own whose truth is known`);
  return subjects;
}

interface LeftOut {
  readonly id: string;
  readonly why: string;
}

const listedIds = 3;

const listed = (ids: readonly string[]): string =>
  ids.length > listedIds ? `${ids.slice(0, listedIds).join(', ')} and ${ids.length - listedIds} more` : ids.join(', ');

/** @throws InputError where its pages are pictures: mistakes are planted into what a page prints, which must be known. */
async function openedText(path: string, engine: Engine): Promise<Document> {
  const { document } = await engine.view({ name: basename(path), bytes: readFileSync(path) });
  if (document.pages.some(({ textLayer }) => textLayer !== 'native')) throw new InputError('there are pages without text of their own');
  return document;
}

/** @throws InputError where the folder has none */
function documentOf(folder: string, { id, file }: TruthFile): string {
  const docs = readdirSync(join(folder, 'docs'));
  const own = file === undefined ? undefined : docs.find((name) => name === basename(file));
  const found = own ?? docs.find((name) => name.replace(/\.[^.]+$/, '') === id);
  if (found === undefined) throw new InputError('there is no document of this name in docs/');
  return join(folder, 'docs', found);
}

const readingIn = (path: string): readonly Cell[] | undefined =>
  existsSync(path) ? jsonIn<{ readonly cells: readonly Cell[] }>(path).cells : undefined;

function jsonIn<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (cause) {
    throw new InputError(`${path} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
