import type { PDFDocumentProxy, PDFPageProxy, RenderTask, TextLayer } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Boxes } from './boxes.js';
import type { PageView } from './page-view.js';
import type { Hit } from './toolbar.js';

interface PdfSheetProps {
  readonly pdf: PDFDocumentProxy;
  readonly pageView: PageView;
  /** Width that is available, in CSS pixels. */
  readonly width: number;
  readonly hits: readonly Hit[];
  readonly onShown: (zoom: number) => void;
}

/** A CSS pixel is 1/96 inch and a PDF unit is 1/72. */
const pixelsPerUnit = 96 / 72;

/** One page: its image, its selectable text, and the boxes above both. */
export function PdfSheet({ pdf, pageView, width, hits, onShown }: PdfSheetProps) {
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    let stale = false;
    void pdf.getPage(pageView.page).then((loaded) => !stale && setPage(loaded));
    return () => {
      stale = true;
    };
  }, [pdf, pageView.page]);
  return page ? <Sheet page={page} pageView={pageView} width={width} hits={hits} onShown={onShown} /> : null;
}

function Sheet({ page, pageView, width, hits, onShown }: Omit<PdfSheetProps, 'pdf'> & { readonly page: PDFPageProxy }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const rotation = (page.rotate + pageView.quarterTurns * 90) % 360;
  const natural = page.getViewport({ scale: pixelsPerUnit, rotation });
  const zoom = pageView.zoom === 'fit' ? width / natural.width : pageView.zoom;
  const viewport = page.getViewport({ scale: pixelsPerUnit * zoom, rotation });

  useEffect(() => onShown(zoom), [zoom]);

  useEffect(() => {
    let task: RenderTask | undefined;
    const draw = async (): Promise<void> => {
      if (!canvas.current) return;
      const sharp = page.getViewport({ scale: pixelsPerUnit * zoom * Math.min(3, devicePixelRatio), rotation });
      const fresh = document.createElement('canvas');
      fresh.width = Math.floor(sharp.width);
      fresh.height = Math.floor(sharp.height);
      task = page.render({ canvas: fresh, viewport: sharp });
      await task.promise;
      // The old image stays visible until the new one is complete.
      Object.assign(canvas.current, { width: fresh.width, height: fresh.height });
      canvas.current.getContext('2d')?.drawImage(fresh, 0, 0);
      canvas.current.dataset['drawn'] = String(page.pageNumber);
    };
    // Drawing is cancelled on purpose when another page or zoom replaces this one.
    draw().catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'RenderingCancelledException')) throw error;
    });
    return () => task?.cancel();
  }, [page, zoom, rotation]);

  useEffect(() => {
    const container = text.current;
    if (!container) return;
    container.replaceChildren();
    let layer: TextLayer | undefined;
    let gone = false;
    const write = async (): Promise<void> => {
      const pdfjs = await import('pdfjs-dist');
      if (gone) return;
      layer = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
      await layer.render();
    };
    write().catch((error: unknown) => {
      if (!gone) throw error;
    });
    return () => {
      gone = true;
      layer?.cancel();
    };
  }, [page, zoom, rotation]);

  const size = { width: `${viewport.width}px`, height: `${viewport.height}px` };
  return (
    <div
      class="sheet"
      style={{ ...size, '--total-scale-factor': String(pixelsPerUnit * zoom), '--scale-round-x': '1px', '--scale-round-y': '1px' }}
    >
      <canvas ref={canvas} style={size} />
      <div class="text-layer" ref={text} />
      <Boxes page={page.pageNumber} quarterTurns={pageView.quarterTurns} hits={hits} />
    </div>
  );
}
