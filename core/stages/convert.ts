import type { Converter, FileTypes } from '../contracts/converter.js';
import type { Box, Document, Page, SourceFile, Word } from '../contracts/document.js';
import { ExtractionError, InputError } from '../contracts/errors.js';
import type { View } from '../contracts/extraction.js';
import { withJoinedAmounts } from '../evidence/ocr/split-amounts.js';
import type { Deadline } from '../flow/deadline.js';
import { PluginFailure, pluginFailure } from '../flow/fault.js';

/**
 * Hands the file to the first converter that accepts it; bytes decide, not the name. What OCR has cut before us is put together.
 * @throws InputError when none accepts: its message names the formats that are read.
 */
export async function convert(file: SourceFile, converters: readonly Converter[], deadline: Deadline): Promise<Document> {
  const converter = converterFor(file, converters);
  if (!converter) throw new InputError(`Unsupported file type. Supported formats: ${fileTypes(converters).formats.join(', ')}`);
  const document = await convertWith(converter, file, deadline);
  const flaw = flawInDocument(document);
  if (flaw !== undefined) throw new PluginFailure('EXTRACTION_FAILED', `The converter of ${converter.format} failed: ${flaw}`);
  return withJoinedAmounts({ ...document, file });
}

/** The first converter that accepts a file. @throws PluginFailure where one cannot say */
export function converterFor(file: SourceFile, converters: readonly Converter[]): Converter | undefined {
  return converters.find((candidate) => {
    try {
      return candidate.accepts(file);
    } catch (error) {
      throw pluginFailure(`The converter of ${candidate.format} failed`, error);
    }
  });
}

async function convertWith(converter: Converter, file: SourceFile, deadline: Deadline): Promise<Document> {
  try {
    return await deadline.race(converter.convert(file, deadline.signal));
  } catch (error) {
    if (deadline.signal.aborted || error instanceof ExtractionError) throw error;
    throw pluginFailure(`The ${converter.format} could not be read`, error);
  }
}

/** What is wrong with the document of a converter, which no compiler tells the author of one in JavaScript; undefined where nothing is. */
export function flawInDocument(document: Document): string | undefined {
  const { pages, attachments, chargedPages } = Object(document) as Document;
  if (!Array.isArray(pages)) return 'convert() gives no document with a list of "pages"';
  if (!Array.isArray(attachments)) return '"attachments" is no list';
  if (!(Number.isInteger(chargedPages) && chargedPages > 0)) return '"chargedPages" is no whole number from 1';
  return pages.map(flawInPage).find((flaw) => flaw !== undefined);
}

function flawInPage(page: Page): string | undefined {
  const { number, width, height, words, hidden } = Object(page) as Page;
  if (!(Number.isInteger(number) && number > 0)) return 'the "number" of a page is no whole number from 1';
  if (![width, height].every(Number.isFinite)) return `the "width" or "height" of page ${number} is no number`;
  if (!Array.isArray(words) || !Array.isArray(hidden)) return `page ${number} has no lists of "words" and "hidden" ones`;
  const flaw = [...words, ...hidden].map(flawInWord).find((found) => found !== undefined);
  return flaw && `a word of page ${number} ${flaw}`;
}

/** What is wrong with a word, of a converter or of an OCR engine; undefined where nothing is. */
export function flawInWord(word: Word): string | undefined {
  const { text, box } = Object(word) as Word;
  if (typeof text !== 'string') return 'has no "text"';
  const { x, y, width, height } = Object(box) as Box;
  return [x, y, width, height].every(Number.isFinite) ? undefined : 'has a "box" of which x, y, width and height are not all numbers';
}

/** Everything that one of the converters accepts, in their order. */
export function fileTypes(converters: readonly Converter[]): FileTypes {
  const all = converters.map(
    ({ format, reads }) => reads ?? { formats: [format], extensions: [`.${format.toLowerCase()}`], mediaTypes: [] },
  );
  const each = (member: keyof FileTypes): readonly string[] => [...new Set(all.flatMap((types) => types[member]))];
  return { formats: each('formats'), extensions: each('extensions'), mediaTypes: each('mediaTypes') };
}

/** Opens a file to be shown to a person. @throws what `convert` throws */
export async function view(file: SourceFile, converters: readonly Converter[], deadline: Deadline): Promise<View> {
  const document = await convert(file, converters, deadline);
  const converter = converterFor(file, converters);
  const draw = converter?.draw?.bind(converter);
  const annotate = annotator(document, converters);
  const addInvoice = converter?.addInvoice?.bind(converter);
  return {
    document,
    ...(draw && { draw: (page, signal) => draw(file, page, signal) }),
    ...(annotate && { annotate }),
    ...(addInvoice && { addInvoice: (xml, signal) => addInvoice(file, xml, signal) }),
  };
}

/** Writes on the pages of a document, or on their pictures; undefined where it has no pages of its own, or nobody writes on such a file. */
function annotator({ file, markdown, pictures }: Document, converters: readonly Converter[]): View['annotate'] {
  const paged = pictures ? { ...file, bytes: pictures } : file;
  const converter = markdown === undefined ? converters.find((candidate) => candidate.annotate && candidate.accepts(paged)) : undefined;
  const annotate = converter?.annotate?.bind(converter);
  return annotate && ((marks, signal) => annotate(paged, marks, signal));
}
