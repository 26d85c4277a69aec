import type { Document, Engine, Picture, SourceFile, View } from '../../core/index.js';
import { indexPage, squash } from '../../core/text.js';
import { type Markup, nothing } from '../http/html.js';
import { fieldTitle, type ReportContent, type ReportValue } from './content.js';
import { bandOf, html, linkTargets } from './html.js';
import { type DrawnPage, notShown, pages, shownPages } from './pages.js';

/** Shows a document: its pages as pictures, its text if it has no pages, or why it cannot be shown. */
export async function showDocument(file: SourceFile, content: ReportContent, engine: Engine): Promise<Markup> {
  try {
    const view = await engine.view(file);
    return view.draw ? pages(await drawPages(view, content), view.document.pages.length, content) : documentText(view.document, content);
  } catch (error) {
    return notShown(content, error instanceof Error ? error.message : 'it could not be read');
  }
}

async function drawPages({ document, draw }: View, content: ReportContent): Promise<readonly DrawnPage[]> {
  const drawn: DrawnPage[] = [];
  for (const number of shownPages(document.pages.length, content)) {
    const picture = await draw?.(number, new AbortController().signal);
    if (picture) drawn.push({ number, source: dataUrl(picture), width: picture.width, height: picture.height });
  }
  return drawn;
}

const dataUrl = ({ mediaType, bytes }: Picture): string => `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;

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

const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/(\*\*|__)(?=\S)(.*?\S)\1/g, '$2')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1')
    .trim();
