import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Cell, type Engine, InputError } from '../../../core/index.js';
import { type Subject, subjectOf, type TruthFile } from '../../../core/testing/index.js';

interface OwnDocumentTerms {
  readonly readings?: string;
  skip(why: string): void;
  /** Which documents are opened; all when absent. */
  choose?<T extends { readonly id: string }>(documents: readonly T[]): readonly T[];
}

/**
 * The documents of one's own folder: `truth/<id>.json`, `docs/<id>.pdf` or whatever the engine reads, and `readings/<name>/<id>.json` where a
 * reader's own are to be used. Documents that cannot be opened are left out, and `skip` is told.
 * @throws InputError when the folder has no truth, or no such readings
 */
export async function ownSubjects(folder: string, engine: Engine, terms: OwnDocumentTerms): Promise<readonly Subject[]> {
  const truths = join(folder, 'truth');
  if (!existsSync(truths)) throw new InputError(`${folder} has no folder "truth". Expected are docs/ and truth/<id>.json.`);
  const readings = terms.readings === undefined ? undefined : join(folder, 'readings', terms.readings);
  if (readings !== undefined && !existsSync(readings)) throw new InputError(`there is no folder ${readings}`);
  const subjects: Subject[] = [];
  const files = readdirSync(truths).filter((file) => file.endsWith('.json'));
  const stated = files.sort().map((file) => jsonIn<TruthFile>(join(truths, file)));
  for (const truth of terms.choose?.(stated) ?? stated) {
    const cells = readings === undefined ? undefined : readingIn(join(readings, `${truth.id}.json`));
    const path = documentOf(folder, truth);
    if (path === undefined || (readings !== undefined && cells === undefined)) continue;
    try {
      const { document } = await engine.view({ name: basename(path), bytes: readFileSync(path) });
      if (document.pages.every(({ textLayer }) => textLayer === 'native'))
        subjects.push(subjectOf(truth.id, document, { truth, ...(cells && { cells }) }));
    } catch (error) {
      terms.skip(`${truth.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (subjects.length === 0) throw new InputError(`${folder} has no document with text of its own whose truth is known`);
  return subjects;
}

function documentOf(folder: string, { id, file }: TruthFile): string | undefined {
  const docs = readdirSync(join(folder, 'docs'));
  const own = file === undefined ? undefined : docs.find((name) => name === basename(file));
  const found = own ?? docs.find((name) => name.replace(/\.[^.]+$/, '') === id);
  return found && join(folder, 'docs', found);
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
