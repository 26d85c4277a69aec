import type { DocumentContent, StatedValue } from '../../core/index.js';
import type { Concept } from '../../core/text.js';
import { count, InvalidReply, insist, list, oneOf, record, sentDocument, text } from '../sandbox/sent.js';
import type { AttachmentReading } from './statements.js';
import { bounds, conceptsStated, xmlFaults } from './syntaxes.js';

/** A value is no longer than its text in the file. */
const longest = 2 * bounds.textLength;

/** What a child has sent, as a new value that has the type of a document, which may state values, and nothing else. @throws InvalidReply */
export function sentWithStated(sent: unknown): DocumentContent {
  const content = sentDocument(sent);
  const { stated } = record(sent);
  return stated === undefined ? content : { ...content, stated: sentInvoice(stated, (value) => sentValue(value, content.pages.length)) };
}

/** A quote holds the values of a row with their name. */
function sentValue(sent: unknown, pages: number): StatedValue {
  const { value, page, quote } = record(sent);
  return { value: text(value, longest), page: count(page, 1, pages), quote: text(quote, longest * conceptsStated.length) };
}

/** What the child has sent of an attachment, as a new value that has the type of such a reading and nothing else. @throws InvalidReply */
export function sentReading(sent: unknown): AttachmentReading {
  const { invoice, fault } = record(sent);
  if (fault !== undefined) return { fault: oneOf(fault, ...xmlFaults) };
  return { invoice: invoice === undefined ? undefined : sentInvoice(invoice, (value) => text(value, longest)) };
}

/** The header and the lines of an invoice, with their values by concept. */
function sentInvoice<T>(sent: unknown, parse: (value: unknown) => T) {
  const { header, lines } = record(sent);
  const values = (side: unknown): ReadonlyMap<Concept, T> => {
    if (!(side instanceof Map)) throw new InvalidReply();
    insist(side.size <= conceptsStated.length);
    return new Map(conceptsStated.flatMap((concept) => (side.has(concept) ? [[concept, parse(side.get(concept))] as const] : [])));
  };
  return { header: values(header), lines: list(lines, bounds.elements).map(values) };
}
