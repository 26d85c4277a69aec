import { type Cell, type Document, type Field, indexesIn, template } from '../../../core/index.js';
import type { AnsweredCells } from './cells.js';
import { rules } from './prompt.js';

/** No printed value and no genuine quote is longer. */
const maxTextLength = 10_000;
const maxShownPaths = 3;

/**
 * Keeps the cells whose path is one of the fields'. The others are dropped with a note that names their paths, but none of their content.
 */
export function mapCells(cells: readonly Cell[], fields: readonly Field[], document: Document): AnsweredCells {
  const known = new Set(fields.map((field) => field.path));
  const kept = cells
    .map((cell) => ({ ...cell, path: rooted(cell.path), page: pageWithin(cell.page, document) }))
    .filter((cell) => answersField(cell.path, known) && rowIsPossible(cell.path, cells.length) && isShort(cell));
  const keptPaths = new Set(kept.map((cell) => cell.path));
  const dropped = [...new Set(cells.map((cell) => rooted(cell.path)).filter((path) => !keptPaths.has(path)))];
  const recited = new Set(kept.filter(isRecital));
  return {
    cells: kept.map((cell) => (recited.has(cell) ? { ...cell, value: null, quote: null, page: null } : cell)),
    notes: [...(dropped.length === 0 ? [] : [noteOn(dropped)]), ...(recited.size === 0 ? [] : [noteOnRecital([...recited])])],
  };
}

/** Our rules are never a value of a document. Whoever makes a model repeat them must not get them. */
const isRecital = ({ value, quote }: Cell): boolean => recites(value) || recites(quote);

const noteOnRecital = (cells: readonly Cell[]): string =>
  `The model repeated its instructions where a value was asked for, as if the document had told it to; taken for no value: ${cells
    .slice(0, maxShownPaths)
    .map(({ path }) => sanitized(path))
    .join(', ')}`;

/** Some models omit the root: `total` means `$.total`. */
function rooted(path: string): string {
  const bare = path.trim();
  return bare.startsWith('$') ? bare : `$.${bare}`;
}

const answersField = (path: string, known: ReadonlySet<string>): boolean =>
  path.includes('[]') ? false : known.has(path) || known.has(template(path));

/** Row numbers have no gaps, so none exceeds the number of cells. A row 10⁹ would waste memory. */
const rowIsPossible = (path: string, count: number): boolean => indexesIn(path).every(({ index }) => index <= count);

const isShort = (cell: Cell): boolean => (cell.value?.length ?? 0) <= maxTextLength && (cell.quote?.length ?? 0) <= maxTextLength;

const pageWithin = (page: number | null, document: Document): number | null =>
  page !== null && document.pages.some((candidate) => candidate.number === page) ? page : null;

function noteOn(paths: readonly string[]): string {
  const shown = paths.slice(0, maxShownPaths).map(sanitized).join(', ');
  const more = paths.length > maxShownPaths ? ` and ${paths.length - maxShownPaths} more` : '';
  return `The model answered for paths that are not in the schema, or with impossible content; left out: ${shown}${more}`;
}

/** A path from a model may contain anything: letters, digits and path characters are kept, up to 60 characters. */
const sanitized = (path: string): string => path.replace(/[^\p{L}\p{N}_$.[\]'-]/gu, '').slice(0, 60);

/** A page does not contain this many consecutive words of our rules by chance. */
const runWords = 8;

/** Whether a model repeats its instructions instead of what is printed, as a document may ask it to. */
function recites(text: string | null): boolean {
  return text !== null && runsIn(text).some((run) => runsInRules.has(run));
}

function runsIn(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(runWords - 1).map((_, index) => words.slice(index, index + runWords).join(' '));
}

const runsInRules: ReadonlySet<string> = new Set(runsIn(rules('prompt')));
