import type { DocumentContent } from '../../../core/index.js';
import { bounds, type XmlFault } from '../../einvoice/bounds.js';
import { syntaxes } from '../../einvoice/terms.js';
import { type XmlElement, XmlRefused, xmlTree } from '../../einvoice/xml-tree.js';
import type { ParserTask, RefusalReason } from '../../sandbox/protocol.js';
import { RefusalError } from '../../sandbox/refusal.js';
import { listingOf } from './listing.js';
import { printed } from './print.js';

/** The number of characters that is charged as one page, as in a DOCX. */
const charactersPerPage = 3_000;

/** Prints an invoice in XML as pages. @throws RefusalError with the reason. */
export async function readXml({ bytes, limits }: ParserTask): Promise<DocumentContent> {
  const root = rootOf(bytes);
  const syntax = syntaxes.find(({ roots }) => roots.includes(root.name));
  if (!syntax) throw new RefusalError('unreadable');
  const listing = listingOf(root, syntax);
  const pages = listing.pages.map((lines, index) => printed(lines, index + 1));
  const characters = pages.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length + 1, 0);
  const chargedPages = Math.max(1, Math.ceil(characters / charactersPerPage));
  if (chargedPages > (limits['maxPages'] ?? 0)) throw new RefusalError('pages', chargedPages);
  return { pages, attachments: [{ name: 'invoice.xml', bytes }], stated: listing.stated, chargedPages };
}

/** @throws RefusalError */
function rootOf(bytes: Uint8Array): XmlElement {
  try {
    const root = xmlTree(bytes, (name) => syntaxes.some(({ roots }) => roots.includes(name)));
    if (root) return root;
  } catch (error) {
    throw error instanceof XmlRefused ? refusalOf(error.fault) : error;
  }
  throw new RefusalError('unreadable');
}

const refusalOf = (fault: XmlFault): RefusalError =>
  new RefusalError(reasons[fault], fault === 'bytes' ? bounds.bytes / 2 ** 20 : undefined);

const reasons: Readonly<Record<XmlFault, RefusalReason>> = {
  doctype: 'dtd',
  malformed: 'unreadable',
  encoding: 'unreadable',
  bytes: 'part',
  elements: 'elements',
  levels: 'levels',
};
