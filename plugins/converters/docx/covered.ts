import type { Paper } from './covers.js';
import type { DocxBlock, DocxCell, DocxParagraph } from './walk.js';

/** Marks the paragraphs that a cover may hide. Where lines stand is guessed, the less surely the farther away. */
export function withCovered(blocks: readonly DocxBlock[], { height, margins }: Paper): readonly DocxBlock[] {
  const placed = [...flow(blocks, 0, false)];
  const perPage = Math.max(leastPage, height - margins.top - margins.bottom);
  const covers = placed.flatMap(({ paragraph, y }) =>
    paragraph.covers.map((cover) => {
      const start = cover.from === 'paragraph' ? y : Math.floor(y / perPage) * perPage;
      const shift = cover.from === 'paragraph' ? y : start - margins.top;
      return { ...cover, start, top: cover.top + shift, bottom: cover.bottom + shift };
    }),
  );
  if (covers.length === 0) return blocks;
  const isCovered = ({ paragraph: { extent }, y, inTable }: PlacedParagraph): boolean =>
    covers.some(({ start, top, bottom, left, right }) => {
      const slack = Math.min(mostSlack, Math.abs(y - start) * slackShare) - touch;
      const isBeside = !inTable && (left >= extent.right || right <= extent.left);
      return !isBeside && y < bottom + slack && y + extent.height > top - slack;
    });
  return marking(blocks, new Set(placed.filter(isCovered).map(({ paragraph }) => paragraph)));
}

/** A paragraph where it is guessed to stand, in points below the first line of text. */
interface PlacedParagraph {
  readonly paragraph: DocxParagraph;
  readonly y: number;
  /** Where its text begins and ends is known outside of tables only. */
  readonly inTable: boolean;
}

/** Whatever its margins are said to be. */
const leastPage = 72;
const slackShare = 0.2;
const mostSlack = 40;
/** What reaches into a paragraph by less leaves its letters alone. */
const touch = 3;

function* flow(blocks: readonly DocxBlock[], top: number, inTable: boolean): Generator<PlacedParagraph> {
  let y = top;
  for (const block of blocks) {
    if (block.kind === 'paragraph' && !block.floats) yield { paragraph: block, y, inTable };
    if (block.kind === 'table') {
      let rowTop = y;
      for (const row of block.rows) {
        for (const cell of row) yield* flow(cell.blocks, rowTop, true);
        rowTop += heightOfRow(row);
      }
    }
    y += heightOf(block);
  }
}

const heightOf = (block: DocxBlock): number =>
  block.kind === 'paragraph' ? (block.floats ? 0 : block.extent.height) : block.rows.reduce((sum, row) => sum + heightOfRow(row), 0);

const heightOfRow = (row: readonly DocxCell[]): number =>
  Math.max(0, ...row.map(({ blocks }) => blocks.reduce((sum, block) => sum + heightOf(block), 0)));

const marking = (blocks: readonly DocxBlock[], covered: ReadonlySet<DocxBlock>): readonly DocxBlock[] =>
  blocks.map((block) => {
    if (block.kind === 'paragraph') return covered.has(block) ? { ...block, covered: true } : block;
    return { ...block, rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: marking(cell.blocks, covered) }))) };
  });
