import type { Converter } from '../contracts/converter.js';
import type { SourceFile } from '../contracts/document.js';
import type { View } from '../contracts/extraction.js';
import type { Deadline } from '../flow/deadline.js';
import { convert } from './convert.js';

/** Opens a file to be shown to a person. @throws what `convert` throws */
export async function view(file: SourceFile, converters: readonly Converter[], deadline: Deadline): Promise<View> {
  const document = await convert(file, converters, deadline);
  const converter = converters.find((candidate) => candidate.accepts(file));
  const draw = converter?.draw?.bind(converter);
  return { document, ...(draw && { draw: (page, signal) => draw(file, page, signal) }) };
}
