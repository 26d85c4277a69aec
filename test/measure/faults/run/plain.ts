import type { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import { typeValue } from '../../../../core/evidence/type-value.js';
import type { Field, Json, JsonObject } from '../../../../core/index.js';
import { type FaultMark, type FaultSheet, headerNames, headerPath, linePath } from '../../../kit/sheet.js';
import { fieldAt } from '../../../kit/sheet-schema.js';
import { lineFields } from '../../../kit/truth-file.js';

/**
 * A reading as an extractor of somebody else answers it: typed JSON without quotes, pages and words of confidence. Amounts are numbers, days ISO dates, signs
 * of currencies codes, and texts have no marks around them.
 */
export function plainOf({ header, lines, columns }: FaultSheet, index: DocumentIndex): JsonObject {
  const plain = (path: string, mark: FaultMark | undefined): Json => plainValue(mark?.value ?? null, fieldAt(path), index);
  const own = headerNames.filter((name) => header[name]).map((name) => [name, plain(headerPath(name), header[name])] as const);
  const rows = lines.map((line, row) =>
    Object.fromEntries(lineFields.filter((name) => line[name]).map((name) => [name, plain(linePath(row, name), line[name])])),
  );
  return { ...Object.fromEntries(own), ...((columns ?? lines).length > 0 && { line_items: rows }) };
}

/** What fits no type is nothing that a typed answer could say. */
function plainValue(printed: string | null, field: Field, index: DocumentIndex): Json {
  const typed = printed?.trim() ? typeValue(printed, field, index) : undefined;
  if (!typed || typed.kind === 'mismatch') return null;
  return typed.kind === 'text' ? typed.value.replace(marksAround, '') : typed.value;
}

const marksAround = /^[^\p{L}\p{N}(]+|[^\p{L}\p{N}).]+$/gu;
