import type { Converter, FileTypes } from '../contracts/converter.js';
import type { Document, SourceFile } from '../contracts/document.js';
import { ExtractionError, InputError } from '../contracts/errors.js';
import type { View } from '../contracts/extraction.js';
import { withJoinedAmounts } from '../evidence/ocr/split-amounts.js';
import type { Deadline } from '../flow/deadline.js';

/**
 * Hands the file to the first converter that accepts it; bytes decide, not the name. What OCR has cut before us is put together.
 * @throws InputError when none accepts: its message names the formats that are read.
 */
export async function convert(file: SourceFile, converters: readonly Converter[], deadline: Deadline): Promise<Document> {
  const converter = converters.find((candidate) => candidate.accepts(file));
  if (!converter) throw new InputError(`Unsupported file type. Supported formats: ${fileTypes(converters).formats.join(', ')}`);
  try {
    return withJoinedAmounts({ ...(await deadline.race(converter.convert(file, deadline.signal))), file });
  } catch (error) {
    if (deadline.signal.aborted || error instanceof ExtractionError) throw error;
    throw new ExtractionError('EXTRACTION_FAILED', `The ${converter.format} could not be read`, { cause: error });
  }
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
  const converter = converters.find((candidate) => candidate.accepts(file));
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
