import type { DrawnPlace, Paper } from './covers.js';
import type { DocxBlock, DocxCell, DocxParagraph, TextBox } from './walk.js';

/** Marks the paragraphs that something drawn may hide. Where lines stand is guessed, the less surely the farther away. */
export function withCovered(blocks: readonly DocxBlock[], { height, margins }: Paper): readonly DocxBlock[] {
  const placed = [...flow(blocks, { top: 0, anchor: 0, inTable: false, box: undefined })];
  const perPage = Math.max(leastPage, height - margins.top - margins.bottom);
  const drawn = placed.flatMap(({ paragraph, y }) => paragraph.drawn.map((place) => drawnAt(place, y)));
  if (drawn.length === 0) return blocks;

  function drawnAt(place: DrawnPlace, y: number): DrawnArea {
    const start = place.from === 'paragraph' ? y : Math.floor(y / perPage) * perPage;
    const shift = place.from === 'paragraph' ? y : start - margins.top;
    return { ...place, place, start, top: place.top + shift, bottom: place.bottom + shift };
  }

  function isCovered({ paragraph: { extent, box }, y, anchor, inTable }: PlacedParagraph): boolean {
    if (!box?.place) {
      const [left, right] = inTable || box ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [extent.left, extent.right];
      return drawn.some((one) => one.overText && isOver(one, { start: y, top: y, bottom: y + extent.height, left, right }));
    }
    const own = drawnAt(box.place, anchor);
    const lines = { ...own, top: own.top + y - anchor, bottom: own.top + y - anchor + extent.height };
    return drawn.some((one) => one.place !== box.place && one.opaque && !(one.order < own.order) && isOver(one, lines));
  }

  return marking(blocks, new Set(placed.filter(isCovered).map(({ paragraph }) => paragraph)));
}

/** An area in points below the first line of text and right of the left margin; what its place was counted from is known best. */
type GuessedArea = Pick<DrawnPlace, 'top' | 'bottom' | 'left' | 'right'> & { readonly start: number };
type DrawnArea = GuessedArea & DrawnPlace & { readonly place: DrawnPlace };

function isOver(drawn: GuessedArea, { start, top, bottom, left, right }: GuessedArea): boolean {
  const slack = Math.min(mostSlack, Math.abs(start - drawn.start) * slackShare) - touch;
  const isBeside = drawn.left >= right || drawn.right <= left;
  return !isBeside && top < drawn.bottom + slack && bottom > drawn.top - slack;
}

/** A paragraph where it is guessed to stand, in points below the first line of text; one of a text box as if the box began at its anchor. */
interface PlacedParagraph {
  readonly paragraph: DocxParagraph;
  readonly y: number;
  /** Where the paragraph begins in which its text box is anchored. */
  readonly anchor: number;
  /** Where its text begins and ends is known outside of tables only. */
  readonly inTable: boolean;
}

/** Whatever its margins are said to be. */
const leastPage = 72;
const slackShare = 0.2;
const mostSlack = 40;
/** What reaches into a paragraph by less leaves its letters alone. */
const touch = 3;

/** Where blocks begin. */
interface Start extends Omit<PlacedParagraph, 'paragraph' | 'y'> {
  readonly top: number;
  /** The text box around them. */
  readonly box: TextBox | undefined;
}

/** A text box follows the paragraph in which it is anchored, and takes no room of the text. */
function* flow(blocks: readonly DocxBlock[], { top, anchor, inTable, box }: Start): Generator<PlacedParagraph> {
  let [y, last] = [top, top];
  const filled = new Map<TextBox | undefined, number>();
  for (const block of blocks) {
    if (block.box === box) {
      last = y;
      yield* placedIn(block, { top: y, anchor: box ? anchor : y, inTable, box });
      y += heightOf(block);
    } else {
      const inside = filled.get(block.box) ?? 0;
      yield* placedIn(block, { top: last + inside, anchor: last, inTable, box: block.box });
      filled.set(block.box, inside + heightOf(block));
    }
  }
}

function* placedIn(block: DocxBlock, { top, ...start }: Start): Generator<PlacedParagraph> {
  if (block.kind === 'paragraph') return yield { paragraph: block, y: top, anchor: start.anchor, inTable: start.inTable };
  let rowTop = top;
  for (const row of block.rows) {
    for (const cell of row) yield* flow(cell.blocks, { ...start, top: rowTop, inTable: true });
    rowTop += heightOfRow(row, block.box);
  }
}

const heightOf = (block: DocxBlock): number =>
  block.kind === 'paragraph' ? block.extent.height : block.rows.reduce((sum, row) => sum + heightOfRow(row, block.box), 0);

const heightOfRow = (row: readonly DocxCell[], box: TextBox | undefined): number =>
  Math.max(0, ...row.map(({ blocks }) => blocks.reduce((sum, block) => sum + (block.box === box ? heightOf(block) : 0), 0)));

const marking = (blocks: readonly DocxBlock[], covered: ReadonlySet<DocxBlock>): readonly DocxBlock[] =>
  blocks.map((block) => {
    if (block.kind === 'paragraph') return covered.has(block) ? { ...block, covered: true } : block;
    return { ...block, rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: marking(cell.blocks, covered) }))) };
  });
