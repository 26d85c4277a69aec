import type { PageBox } from '../client/index.js';
import { type Markup, nothing } from '../http/html.js';
import { fieldTitle, type ReportContent, type ReportValue } from './content.js';
import { bandOf, html, linkTargets } from './html.js';

export interface DrawnPage {
  /** Counted from 1. */
  readonly number: number;
  /** A `data:` URL. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** The pages as pictures, with marks at the words of each value. */
export function pages(drawnPages: readonly DrawnPage[], count: number, content: ReportContent): Markup {
  const marks = markedBoxes(content.all);
  const left = count - drawnPages.length;
  const drawn = new Set(drawnPages.map(({ number }) => number));
  const begun = new Set(marks.filter(({ box }) => drawn.has(box.page)).flatMap(({ begins }) => begins));
  const unplaced = content.all.filter((value) => !begun.has(value));
  return html`<section class="pages" aria-labelledby="pages"><h2 id="pages">Pages</h2>${drawnPages.map(
    ({ number, source, width, height }) => {
      const here = marks.filter(({ box }) => box.page === number);
      return html`
<figure id="page-${number}"><figcaption>Page ${number} of ${count}${linkTargets(unplaced.filter(({ page }) => page === number))}</figcaption>
<div class="sheet"><img src="${source}" width="${width}" height="${height}" alt="${altOf(number, here)}">${here.map(marker)}</div></figure>`;
    },
  )}${linkTargets(unplaced.filter(({ page = 0 }) => !drawn.has(page)))}${left > 0 ? html`<p class="why">${left} further ${left === 1 ? 'page' : 'pages'} without evidence ${left === 1 ? 'is' : 'are'} not shown.</p>` : nothing}</section>`;
}

/** A document with at most this many pages is shown whole; of a longer one only the pages with evidence are shown. */
const maxPagesShownWhole = 8;
/** More pages would make the file too large for a mail. */
const maxPagesShown = 40;

/** The numbers of the pages that a report of these values shows. */
export function shownPages(count: number, { all }: ReportContent): readonly number[] {
  const withEvidence = new Set(all.flatMap(({ page }) => page ?? []));
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const selected = numbers.filter((number) => count <= maxPagesShownWhole || withEvidence.has(number)).slice(0, maxPagesShown);
  return selected.length > 0 ? selected : numbers.slice(0, 1);
}

/** In place of a document that cannot be shown; the links to it lead here. */
export const notShown = ({ all }: ReportContent, why: string): Markup =>
  html`<section class="pages" aria-labelledby="pages"><h2 id="pages">Pages</h2><p>${linkTargets(all)}The document cannot be shown: ${why}.</p></section>`;

/** A rectangle on a page with the values whose words are in it. */
interface MarkedBox {
  readonly box: PageBox;
  readonly values: readonly ReportValue[];
  /** The values whose words begin here. */
  readonly begins: readonly ReportValue[];
}

/** Groups values by rectangle, because the cells of a row mostly share their quote. */
export function markedBoxes(all: readonly ReportValue[]): readonly MarkedBox[] {
  const boxes = all.flatMap((value) => (value.boxes ?? []).map((box) => ({ box, value })));
  const groups = Map.groupBy(boxes, ({ box }) => [box.page, box.x, box.y, box.w, box.h].join(' '));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const begins = group.filter(({ box, value }) => value.boxes?.[0] === box).map(({ value }) => value);
    return first ? [{ box: first.box, values: group.map(({ value }) => value), begins }] : [];
  });
}

/** The mark for a rectangle. Cells of tables show no number, because many numbers would hide the page. */
function marker({ box, values, begins }: MarkedBox): Markup {
  const alone = begins.filter(({ path = '' }) => !path.includes('['));
  const isRow = values.every(({ path = '' }) => path.includes('['));
  const [first] = values;
  const least = Math.min(...values.map(({ score = 1 }) => score));
  const names = values.map(({ name, print }) => `${fieldTitle(name)}: ${print ?? 'not found'}`).join('; ');
  return html`
<a class="mark ${bandOf(least).name}${isRow ? ' row' : ''}" href="#v${first?.number ?? 0}" title="${names}" style="left:${percent(box.x)};top:${percent(box.y)};width:${percent(box.w)};height:${percent(box.h)}"><span class="said">${names}</span>${alone.length > 0 ? html`<b aria-hidden="true">${alone.map(({ number }) => number).join(' ')}</b>` : nothing}${linkTargets(begins)}</a>`;
}

const percent = (share: number): string => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;

const altOf = (number: number, { length }: readonly MarkedBox[]): string =>
  `Page ${number} of the document; ${length === 0 ? 'nothing is marked on it' : `${length} ${length === 1 ? 'place is' : 'places are'} marked on it, each a link to its value`}`;
