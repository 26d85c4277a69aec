import type { Document } from '../../../../core/index.js';
import type { ReportContent, ReportValue } from '../content.js';
import { fieldTitle } from '../content.js';
import { html, linkTargets, type Markup, nothing } from '../html.js';
import { bandOf } from '../score.js';
import { findQuotes, type QuoteMark } from './find-quotes.js';
import { type TextBlock, textBlocks } from './text-blocks.js';

/** The text of a document without pages, with its quotes marked. */
export function documentText(document: Document, { all }: ReportContent): Markup {
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
