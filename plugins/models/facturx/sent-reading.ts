import { bounds, type XmlFault } from '../../einvoice/bounds.js';
import type { Statements, XmlInvoice } from '../../einvoice/statements.js';
import { conceptsStated } from '../../einvoice/terms.js';
import { insist, list, NotAsAgreed, record, text } from '../../sandbox/sent/sent.js';
import type { AttachmentReading } from './read-invoice.js';

/** What the child has sent of an attachment, as a new value that has the type of such a reading and nothing else. @throws NotAsAgreed */
export function sentReading(sent: unknown): AttachmentReading {
  const { invoice, fault } = record(sent);
  if (fault !== undefined) return { fault: sentFault(fault) };
  return { invoice: invoice === undefined ? undefined : sentInvoice(invoice) };
}

function sentInvoice(sent: unknown): XmlInvoice {
  const { header, lines } = record(sent);
  return { header: sentStatements(header), lines: list(lines, bounds.elements).map(sentStatements) };
}

function sentStatements(sent: unknown): Statements {
  if (!(sent instanceof Map)) throw new NotAsAgreed();
  insist(sent.size <= conceptsStated.length);
  return new Map(
    conceptsStated.flatMap((concept) => (sent.has(concept) ? [[concept, text(sent.get(concept), 2 * bounds.textLength)] as const] : [])),
  );
}

const faults: Readonly<Record<XmlFault, true>> = {
  doctype: true,
  malformed: true,
  encoding: true,
  bytes: true,
  elements: true,
  levels: true,
};

function sentFault(sent: unknown): XmlFault {
  insist(typeof sent === 'string' && Object.hasOwn(faults, sent));
  return sent as XmlFault;
}
