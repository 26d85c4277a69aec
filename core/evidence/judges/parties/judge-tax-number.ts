import type { Field } from '../../../contracts/schema.js';
import { identifierKind } from '../../labels/concepts/identifier-kind.js';
import { labelsBeside } from '../../labels/nearby/label-beside.js';
import { printedIdentifiers } from '../../labels/nearby/printed-identifiers.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, textOf } from '../../page/span.js';
import { vatIdShape } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import type { LabelVerdict } from '../values/judge-label.js';
import { ownerOf } from './owner-of.js';

/**
 * Whose a tax number is that no heading and no label of its own names: the party's in whose block it stands, or the sender's where it stands
 * in nobody's and is the only one. The sender must print its number, the recipient need not. Source: Directive 2006/112/EC, article 226 (3).
 */
export function judgeTaxNumber(
  party: 'seller' | 'buyer',
  { field, spans }: { readonly field: Field; readonly spans: readonly Span[] },
  index: DocumentIndex,
): LabelVerdict | undefined {
  if (identifierKind(field) !== 'taxId') return undefined;
  const owners = spans.map((span) => ownerOf(span, index));
  if (owners.includes(party)) return { cap: cap('label.place', `${reasonText.header}: it stands in the block of the ${party}`) };
  if (party === 'buyer' || owners.some((owner) => owner !== undefined) || !isOnly(spans, index)) return undefined;
  const label = spans.flatMap((span) => labelsBeside(span, index).labels).find(({ concept }) => concept === 'tax_id');
  if (label) return { cap: cap('label.shared', reasonText.exact), label: label.label };
  const proven = spans.some((span) => vatIdShape(textOf(span)) === 'valid-shape');
  return proven ? { cap: cap('label.place', `${reasonText.header}: the only tax number, and in nobody's block`) } : undefined;
}

/** Whether no other tax number is printed, as far as its shape proves it. */
function isOnly(spans: readonly Span[], index: DocumentIndex): boolean {
  const own = spans.map((span) => squash(textOf(span)));
  return printedIdentifiers('taxId', index).every(({ text }) =>
    own.some((one) => squash(text).includes(one) || one.includes(squash(text))),
  );
}
