import type { Document, Engine, Picture, SourceFile, View } from '../../core/index.js';
import { indexPage, squash } from '../../core/text.js';
import type { PageBox } from '../client/index.js';
import { type Markup, nothing } from '../http/html.js';
import { fieldTitle, type ReportContent, type ReportValue } from './content.js';
import { bandOf, html, linkTargets } from './html.js';

/** A document with at most this many pages is shown whole; of a longer one only the pages with evidence are shown. */
const maxPagesShownWhole = 8;
/** More pages would make the file too large for a mail. */
const maxPagesShown = 40;

/** Makes the function that shows a document: its pages as pictures, its text if it has no pages, or why it cannot be shown. */
export async function showDocument(
  file: SourceFile,
  pagesWithEvidence: ReadonlySet<number>,
  engine: Engine,
): Promise<(content: ReportContent) => Markup> {
  try {
    const view = await engine.view(file);
    if (!view.draw) return (content) => documentText(view.document, content);
    const drawnPages = await drawPages(view, pagesWithEvidence);
    return (content) => pages(drawnPages, view.document.pages.length, content);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it could not be read';
    return ({ all }) =>
      html`<section class="pages" aria-labelledby="pages"><h2 id="pages">Pages</h2><p>${linkTargets(all)}The document cannot be shown: ${why}.</p></section>`;
  }
}

async function drawPages({ document, draw: drawPage }: View, pagesWithEvidence: ReadonlySet<number>): Promise<readonly DrawnPage[]> {
  const selected = document.pages
    .filter(({ number }) => document.pages.length <= maxPagesShownWhole || pagesWithEvidence.has(number))
    .slice(0, maxPagesShown);
  const drawnPages: DrawnPage[] = [];
  for (const { number } of selected.length > 0 ? selected : document.pages.slice(0, 1)) {
    const picture = await drawPage?.(number, new AbortController().signal);
    if (picture) drawnPages.push({ number, picture });
  }
  return drawnPages;
}

/** A page as a picture. */
interface DrawnPage {
  /** Counted from 1. */
  readonly number: number;
  readonly picture: Picture;
}

/** The pages as pictures, with marks at the words of each value. */
function pages(drawnPages: readonly DrawnPage[], count: number, content: ReportContent): Markup {
  const marks = markedBoxes(content.all);
  const left = count - drawnPages.length;
  const drawn = new Set(drawnPages.map(({ number }) => number));
  const begun = new Set(marks.filter(({ box }) => drawn.has(box.page)).flatMap(({ begins }) => begins));
  const unplaced = content.all.filter((value) => !begun.has(value));
  return html`<section class="pages" aria-labelledby="pages"><h2 id="pages">Pages</h2>${drawnPages.map(({ number, picture }) => {
    const here = marks.filter(({ box }) => box.page === number);
    return html`
<figure id="page-${number}"><figcaption>Page ${number} of ${count}${linkTargets(unplaced.filter(({ page }) => page === number))}</figcaption>
<div class="sheet"><img src="${dataUrl(picture)}" width="${picture.width}" height="${picture.height}" alt="${altOf(number, here)}">${here.map(marker)}</div></figure>`;
  })}${linkTargets(unplaced.filter(({ page = 0 }) => !drawn.has(page)))}${left > 0 ? html`<p class="why">${left} further ${left === 1 ? 'page' : 'pages'} without evidence ${left === 1 ? 'is' : 'are'} not shown.</p>` : nothing}</section>`;
}

/** A rectangle on a page with the values whose words are in it. */
interface MarkedBox {
  readonly box: PageBox;
  readonly values: readonly ReportValue[];
  /** The values whose words begin here. */
  readonly begins: readonly ReportValue[];
}

/** Groups values by rectangle, because the cells of a row mostly share their quote. */
function markedBoxes(all: readonly ReportValue[]): readonly MarkedBox[] {
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

const dataUrl = ({ mediaType, bytes }: Picture): string => `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;

/** The text of a document without pages, with its quotes marked. */
function documentText(document: Document, { all }: ReportContent): Markup {
  const blocks = textBlocks(document);
  const marks = findQuotes(blocks, all);
  const found = new Set(marks.map(({ value }) => value));
  return html`<section class="pages" aria-labelledby="pages"><h2 id="pages">Text of the document</h2><div class="text">${linkTargets(all.filter((value) => !found.has(value)))}${groupRows(
    blocks,
  ).map((group) =>
    group[0]?.block.kind === 'row'
      ? html`<div class="wide"><table><tbody>${group.map((one) => blockMarkup(one.block, one.at, marks))}</tbody></table></div>`
      : html`${group.map((one) => blockMarkup(one.block, one.at, marks))}`,
  )}</div></section>`;
}

interface IndexedBlock {
  readonly block: TextBlock;
  readonly at: number;
}

/** Groups consecutive rows, which become one table. */
function groupRows(blocks: readonly TextBlock[]): readonly (readonly IndexedBlock[])[] {
  const groups: IndexedBlock[][] = [];
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1);
    if (last && last[0]?.block.kind === 'row' && block.kind === 'row') last.push({ block, at });
    else groups.push([{ block, at }]);
  }
  return groups;
}

function blockMarkup({ kind, cells }: TextBlock, at: number, marks: readonly QuoteMark[]): Markup {
  const content = cells.map((text, cell) =>
    markedText(
      text,
      marks.filter((mark) => mark.block === at && mark.cell === cell),
    ),
  );
  if (kind === 'row') return html`<tr>${content.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  if (kind === 'heading') return html`<p class="heading">${content}</p>`;
  return kind === 'item' ? html`<p class="item">${content}</p>` : html`<p>${content}</p>`;
}

/** A text with its marks. Where marks overlap, each piece carries all marks that cover it. */
function markedText(text: string, marks: readonly QuoteMark[]): Markup {
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return html`${cuts.slice(0, -1).map((from, at) => {
    const to = cuts[at + 1] ?? text.length;
    const over = marks.filter((mark) => mark.from <= from && mark.to >= to);
    return over.length === 0 ? html`${text.slice(from, to)}` : markedPiece(text.slice(from, to), from, over);
  })}`;
}

function markedPiece(text: string, from: number, over: readonly QuoteMark[]): Markup {
  const values = over.map(({ value }) => value);
  const least = Math.min(...values.map(({ score = 1 }) => score));
  const begins = over.filter((one) => one.begins && one.from === from).map(({ value }) => value);
  const numbers = begins.filter(isAlone).map(({ number }) => number);
  return html`<a class="mark ${bandOf(least).name}" href="#v${values[0]?.number ?? 0}" title="${values.map(({ name }) => fieldTitle(name)).join('; ')}">${linkTargets(begins)}<mark>${text}</mark>${numbers.length > 0 ? html`<b aria-hidden="true">${numbers.join(' ')}</b>` : nothing}</a>`;
}

const isAlone = ({ path = '' }: ReportValue): boolean => !path.includes('[');

/** A part of a quote inside one cell of one block; `from` and `to` are indices of characters. */
interface QuoteMark {
  readonly value: ReportValue;
  readonly block: number;
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  /** Whether the quote begins here. */
  readonly begins: boolean;
}

/** A letter of the squashed text, with the block, the cell and the index where it stands. */
interface TextLetter {
  readonly block: number;
  readonly cell: number;
  readonly at: number;
}

/** Finds the quotes of values in a text, ignoring spaces and punctuation. A quote may span several cells. */
function findQuotes(blocks: readonly TextBlock[], values: readonly ReportValue[]): readonly QuoteMark[] {
  const { text, letters } = lettersOf(blocks);
  return values.flatMap((value) => {
    const quote = squash(value.text ?? '');
    const start = quote === '' ? -1 : indexOfWhole(text, quote, letters);
    if (start < 0) return [];
    const parts = Map.groupBy(letters.slice(start, start + quote.length), ({ block, cell }) => `${block} ${cell}`);
    return [...parts.values()].flatMap((part, index): readonly QuoteMark[] => {
      const [first, last] = [part[0], part.at(-1)];
      return first && last ? [{ value, block: first.block, cell: first.cell, from: first.at, to: last.at + 1, begins: index === 0 }] : [];
    });
  });
}

function lettersOf(blocks: readonly TextBlock[]): { readonly text: string; readonly letters: readonly TextLetter[] } {
  const letters: TextLetter[] = [];
  let text = '';
  for (const [block, { cells }] of blocks.entries())
    for (const [cell, content] of cells.entries())
      for (let at = 0; at < content.length; at += 1) {
        const squashed = squash(content[at] ?? '');
        text += squashed;
        for (const _ of squashed) letters.push({ block, cell, at });
      }
  return { text, letters };
}

/** The first index at which the quote is not part of a longer word; -1 when there is none. */
function indexOfWhole(text: string, quote: string, letters: readonly TextLetter[]): number {
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (!areAdjacent(letters[at - 1], letters[at]) && !areAdjacent(letters[at + quote.length - 1], letters[at + quote.length])) return at;
  }
  return -1;
}

/** Whether two letters are neighbours without a space or punctuation between them. */
const areAdjacent = (one: TextLetter | undefined, other: TextLetter | undefined): boolean =>
  one !== undefined && other !== undefined && one.block === other.block && one.cell === other.cell && other.at - one.at === 1;

/** A block of a text: a heading, a paragraph, an item of a list, or a row of a table with its cells. */
interface TextBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
  readonly cells: readonly string[];
}

/** The blocks of a document's text, from its Markdown, or from its lines if it has none. */
function textBlocks({ markdown, pages }: Document): readonly TextBlock[] {
  if (markdown === undefined)
    return pages.flatMap((page) => indexPage(page).rows.map(({ text }) => ({ kind: 'paragraph', cells: [text] })));
  return markdown.split('\n').flatMap((line) => blockOf(line.trim()));
}

function blockOf(line: string): readonly TextBlock[] {
  if (line === '' || /^\|?[\s:|-]*-[\s:|-]*\|?$/.test(line)) return [];
  if (/^\|.*\|$/.test(line))
    return [
      {
        kind: 'row',
        cells: line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map(withoutMarkup),
      },
    ];
  const [, hashes, heading = ''] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
  if (hashes) return [{ kind: 'heading', cells: [withoutMarkup(heading)] }];
  const [, item] = /^[-*+]\s+(.*)$/.exec(line) ?? [];
  return item === undefined ? [{ kind: 'paragraph', cells: [withoutMarkup(line)] }] : [{ kind: 'item', cells: [withoutMarkup(item)] }];
}

/** Removes the markup of Markdown around words. */
const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/(\*\*|__)(?=\S)(.*?\S)\1/g, '$2')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .trim();
