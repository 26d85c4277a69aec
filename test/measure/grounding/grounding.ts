import { regionsOf } from '../../../core/evidence/page/regions.js';
import type { AppraisedField, Document, Region } from '../../../core/index.js';
import { squash } from '../../../core/text.js';
import { type FaultExhibit, statedAt } from '../../kit/exhibit.js';
import { type Appraisal, entryAt } from '../../kit/fault.js';
import { marksOf } from '../../kit/places.js';
import { isRight } from '../../kit/same-value.js';
import { isLine, leavesOf } from '../../kit/sheet.js';

/** What was labelled, what was found, and what of both is the same. */
export interface Matched {
  readonly labelled: number;
  readonly found: number;
  readonly same: number;
}

/** Where the values of a reading that quotes nothing were found, beside the places that the same reader quotes. */
export interface Grounded {
  /** Pages of values, of documents of several pages. */
  readonly pages: Matched;
  /** Words around values of the header, each with its box. */
  readonly words: Matched;
  /** The words of the values themselves, of which those in our boxes are the same. */
  readonly values: Matched;
}

/**
 * A value counts where it is right and its reader's own quote is printed once on the page that it names; there are its labels. A currency stands at any
 * amount.
 */
export function grounded(exhibit: FaultExhibit, appraisal: Appraisal): Grounded {
  const { document, index } = exhibit;
  const labels = leavesOf(exhibit.sheet).flatMap((leaf) => {
    const { quote, page, place } = leaf.mark;
    const isClear = quote !== null && page !== null && place !== undefined && leaf.name !== 'currency' && isRight(exhibit, leaf);
    const [passage, ...others] = isClear ? index.find(quote, page) : [];
    const isThere = others.length === 0 && (passage?.spans.some(({ order }) => order === place?.order) ?? false);
    return passage && place && isThere ? [{ leaf, page: passage.page, quoted: passage.spans, place }] : [];
  });
  const several = document.pages.length > 1 ? labels : [];
  const found = (path: string): AppraisedField | undefined => entryAt(appraisal, path);
  const header = labels.filter(({ leaf }) => !isLine(leaf.path));
  return {
    pages: sumOf(
      several.map(({ leaf, page }) => {
        const own = found(leaf.path)?.page;
        return { labelled: 1, found: Number(own !== undefined), same: Number(own === page) };
      }),
    ),
    words: sumOf(header.map(({ leaf, page, quoted }) => matched(boxesOf(quoted, page, document), wordsFound(found(leaf.path), document)))),
    values: sumOf(labels.map(({ leaf, page, place }) => matched(boxesOf([place], page, document), wordsFound(found(leaf.path), document)))),
  };
}

/** Words of values beside the boxes that people labelled. */
export interface LabelGrounded {
  /** The words in our boxes, which hold the label of a value, too. */
  readonly all: Matched;
  /** Those of them that print the value. */
  readonly own: Matched;
}

/** Where right values, given as plain JSON, were found on a page, beside the words that people labelled there. What is printed several times may be found anywhere. */
export function groundedBeside(labelled: FaultExhibit, document: Document, { draft: { fields } }: Appraisal): LabelGrounded {
  const pairs = leavesOf(labelled.sheet).flatMap((leaf) => {
    const stated = isLine(leaf.path) || leaf.name === 'currency' ? undefined : statedAt(labelled, leaf.path);
    const places = (stated ? marksOf(leaf, stated, labelled.index) : []).flatMap(({ place }) => place ?? []);
    const labels = places.map((place) => boxesOf([place], place.row.page, labelled.document));
    const field = fields.find(({ path }) => path === leaf.path);
    const prints = (text: string): boolean => squash(text) !== '' && squash(leaf.mark.value ?? '').includes(squash(text));
    const [all, own] = [wordsFound(field, document), wordsFound(field, document, prints)].map((found) =>
      labels
        .map((label) => matched(label, found))
        .toSorted((a, b) => b.same - a.same)
        .at(0),
    );
    return all && own ? [{ all, own }] : [];
  });
  return { all: sumOf(pairs.map(({ all }) => all)), own: sumOf(pairs.map(({ own }) => own)) };
}

type Spans = readonly {
  readonly row: { readonly words: Document['pages'][number]['words'] };
  readonly from: number;
  readonly to: number;
}[];

const boxesOf = (spans: Spans, page: number, document: Document): readonly Region[] =>
  spans.flatMap(({ row, from, to }) => row.words.slice(from, to).flatMap((word) => regionsOf([[word]], page, document)));

/** The boxes of the words within the boxes of a value; of those that are wanted, if only some are. */
function wordsFound(field: AppraisedField | undefined, document: Document, isWanted = (_text: string): boolean => true): readonly Region[] {
  const own = field?.regions ?? [];
  const words = document.pages.find(({ number }) => number === field?.page)?.words ?? [];
  return words
    .filter(({ text }) => isWanted(text))
    .flatMap((word) => regionsOf([[word]], field?.page ?? 0, document))
    .filter((at) => own.some((region) => holds(region, at)));
}

const holds = ({ x, y, width, height }: Region, at: Region): boolean => {
  const [left, top] = [at.x + at.width / 2 - x, at.y + at.height / 2 - y];
  return left >= 0 && left <= width && top >= 0 && top <= height;
};

/** Two boxes of words are the same with this much of their union in common. Source: Everingham et al., the PASCAL VOC challenge, IJCV 88 (2010). */
const sameFrom = 0.5;

function matched(labelled: readonly Region[], found: readonly Region[]): Matched {
  const same = labelled.filter((label) => found.some((one) => one.page === label.page && overUnion(label, one) >= sameFrom)).length;
  return { labelled: labelled.length, found: found.length, same };
}

/** Intersection over union. */
export function overUnion(a: Region, b: Region): number {
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x));
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
  const both = width * height;
  const all = a.width * a.height + b.width * b.height - both;
  return all > 0 ? both / all : 0;
}

export const sumOf = (all: readonly Matched[]): Matched =>
  all.reduce((sum, one) => ({ labelled: sum.labelled + one.labelled, found: sum.found + one.found, same: sum.same + one.same }), {
    labelled: 0,
    found: 0,
    same: 0,
  });
