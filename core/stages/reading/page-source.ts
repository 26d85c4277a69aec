import type { Converter } from '../../contracts/converter.js';
import type { SourceFile } from '../../contracts/document.js';
import type { PageSource } from '../../contracts/model.js';

/** Where models get parts of a file from: the converter that reads it. Undefined where it can make none. */
export function pageSource(file: SourceFile, converters: readonly Converter[], signal: AbortSignal): PageSource | undefined {
  const converter = converters.find((candidate) => candidate.accepts(file));
  const excerpt = converter?.excerpt?.bind(converter);
  const draw = converter?.draw?.bind(converter);
  if (!excerpt && !draw) return undefined;
  return {
    ...(excerpt && { excerpt: (pages) => excerpt(file, pages, signal) }),
    ...(draw && { draw: (page, width) => draw(file, page, signal, width) }),
  };
}
