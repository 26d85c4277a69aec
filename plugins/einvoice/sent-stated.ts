import type { DocumentContent, StatedInvoice, StatedValue, StatedValues } from '../../core/index.js';
import { sentDocument } from '../sandbox/sent/document.js';
import { count, insist, list, NotAsAgreed, record, text } from '../sandbox/sent/sent.js';
import { bounds } from './bounds.js';
import { conceptsStated } from './terms.js';

/** What a child has sent, as a new value that has the type of a document, which may state values, and nothing else. @throws NotAsAgreed */
export function sentWithStated(sent: unknown): DocumentContent {
  const content = sentDocument(sent);
  const { stated } = record(sent);
  return stated === undefined ? content : { ...content, stated: sentInvoice(stated, content.pages.length) };
}

function sentInvoice(sent: unknown, pages: number): StatedInvoice {
  const { header, lines } = record(sent);
  return { header: sentValues(header, pages), lines: list(lines, bounds.elements).map((line) => sentValues(line, pages)) };
}

function sentValues(sent: unknown, pages: number): StatedValues {
  if (!(sent instanceof Map)) throw new NotAsAgreed();
  insist(sent.size <= conceptsStated.length);
  return new Map(conceptsStated.flatMap((concept) => (sent.has(concept) ? [[concept, sentValue(sent.get(concept), pages)] as const] : [])));
}

/** A value is no longer than its text in the file, and a quote holds those of a row with their name. */
function sentValue(sent: unknown, pages: number): StatedValue {
  const { value, page, quote } = record(sent);
  const longest = 2 * bounds.textLength;
  return { value: text(value, longest), page: count(page, 1, pages), quote: text(quote, longest * conceptsStated.length) };
}
