import { useEffect, useRef } from 'preact/hooks';
import { Boxes } from './boxes.js';
import type { PageView } from './page-view.js';
import type { OpenedDocx, PreviewBlock, Sheets } from './sheets.js';
import type { Hit } from './toolbar.js';

interface DocxSheetProps {
  readonly opened: OpenedDocx;
  readonly sheets: Sheets;
  readonly pageView: PageView;
  readonly width: number;
  readonly hits: readonly Hit[];
  readonly onShown: (zoom: number) => void;
}

/** The width that the text is set in, as on paper; zoom changes its size and nothing of its lines. */
const paperWidth = 816;

/** A DOCX as text. Its words only become text nodes, so that they cannot inject markup. */
export function DocxSheet({ opened, sheets, pageView, width, hits, onShown }: DocxSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const zoom = pageView.zoom === 'fit' ? Math.min(1.5, width / paperWidth) : pageView.zoom;
  useEffect(() => onShown(zoom), [zoom]);
  useEffect(() => {
    if (sheet.current) sheets.drawn(sheet.current);
  }, [sheets]);
  return (
    <div class="sheet docx" ref={sheet} style={{ width: `${paperWidth}px`, zoom: String(zoom) }}>
      <div class="docx-text">
        <Blocks blocks={opened.blocks} />
      </div>
      <Boxes page={1} quarterTurns={0} hits={hits} />
    </div>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly PreviewBlock[] }) {
  return (
    <>
      {blocks.map((block, index) =>
        block.kind === 'table' ? (
          <table key={index}>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column} colSpan={cell.span}>
                      <Blocks blocks={cell.blocks} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p key={index} class={`align-${block.align} ${block.heading ? 'heading' : ''}`}>
            {block.runs.map(({ text, bold }, at) => (bold ? <b key={at}>{text}</b> : text))}
          </p>
        ),
      )}
    </>
  );
}
