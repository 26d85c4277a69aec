import type { Splitter } from '../contracts/converter.js';
import type { Document } from '../contracts/document.js';
import { ExtractionError } from '../contracts/errors.js';
import type { Deadline } from '../flow/deadline.js';
import { PluginFailure, pluginFailure } from '../flow/fault.js';

/**
 * The documents of a file, each with its pages under their numbers in the file: the file itself where it holds one, or cannot be parted by pages.
 * @throws ExtractionError when the splitter fails: read as one document, the answer would have another shape than the next time.
 */
export async function split(document: Document, splitter: Splitter, deadline: Deadline): Promise<readonly Document[]> {
  if (document.pages.length < 2 || !isPartable(document)) return [document];
  const starts = new Set(await startsOf(document, splitter, deadline));
  const firsts = document.pages.flatMap(({ number }, index) => (index === 0 || starts.has(number) ? [index] : []));
  if (firsts.length < 2) return [document];
  return firsts.map((first, index) => partOf(document, first, firsts[index + 1]));
}

/** Pages are what is charged, and what a file states by its meaning is about one document. */
const isPartable = ({ pages, chargedPages, markdown, stated }: Document): boolean =>
  markdown === undefined && stated === undefined && chargedPages === pages.length;

const failed = 'The file could not be parted into its documents: its splitter failed';

async function startsOf(document: Document, splitter: Splitter, deadline: Deadline): Promise<readonly number[]> {
  try {
    const starts = await deadline.race(splitter.starts(document, deadline.signal));
    const isPage = (start: number): boolean => document.pages.some(({ number }) => number === start);
    if (!Array.isArray(starts) || !starts.every(isPage))
      throw new PluginFailure('EXTRACTION_FAILED', `${failed}: it names pages that the file does not have`);
    return starts;
  } catch (error) {
    if (deadline.signal.aborted || error instanceof ExtractionError) throw error;
    throw pluginFailure(failed, error);
  }
}

/** Nobody says to which of the documents an attachment belongs, so that none has it. */
function partOf(document: Document, from: number, to: number | undefined): Document {
  const pages = document.pages.slice(from, to);
  return { ...document, pages, attachments: [], chargedPages: pages.length, ofPages: document.pages.length };
}
