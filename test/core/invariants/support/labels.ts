import { partyOf } from '../../../../core/evidence/labels/concepts/concept-kind.js';
import { ownLabels } from '../../../../core/evidence/labels/concepts/own-labels.js';
import { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import type { Row } from '../../../../core/evidence/page/page-index.js';
import type { AppraisedField, Document, Field, Word } from '../../../../core/index.js';
import { labelsIn, rolesIn } from '../../../../core/text.js';
import { fieldAt } from '../../../kit/sheet-schema.js';

/** Rows above a value in which its label or its heading may stand. */
const reach = 8;

/** The document without the words that name a field, in the rows of its evidence and those above. */
export function withoutLabel(document: Document, { path, page, regions = [] }: AppraisedField): Document {
  const { rows } = new DocumentIndex(document);
  const pageHeight = document.pages.find(({ number }) => number === page)?.height ?? 0;
  const isEvidence = ({ page: on, box }: Row): boolean =>
    on === page && regions.some(({ y, height }) => box.y < (y + height) * pageHeight && box.y + box.height > y * pageHeight);
  const near = rows.filter((row, order) => row.page === page && rows.slice(order, order + reach + 1).some(isEvidence));
  const removed = new Set(near.flatMap((row) => naming(fieldAt(path), row)).map(placeOf));
  const pages = document.pages.map((one) =>
    one.number === page ? { ...one, words: one.words.filter((word) => !removed.has(placeOf(word))) } : one,
  );
  return { ...document, pages };
}

/** The words of a row that say what the field is called, or whose block a party stands in. */
function naming(field: Field, row: Row): readonly Word[] {
  const own = ownLabels(field);
  const labels = labelsIn(row.text, own).filter(({ concept }) => concept === 'own' || concept === own.concept);
  const headings = rolesIn(row.text).filter(({ name }) => name === partyOf(field));
  return [...labels, ...headings].flatMap((match) => wordsAt(row, match));
}

const placeOf = ({ text, box }: Word): string => `${text} ${box.x} ${box.y}`;

/** The words between two offsets into the text of their row. */
function wordsAt({ words }: Row, { from, to }: { readonly from: number; readonly to: number }): readonly Word[] {
  const starts = words.map((_, at) => words.slice(0, at).reduce((length, { text }) => length + text.length + 1, 0));
  return words.filter(({ text }, at) => (starts[at] ?? 0) < to && (starts[at] ?? 0) + text.length > from);
}
