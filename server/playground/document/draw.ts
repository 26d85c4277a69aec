import type { PDFPageProxy } from 'pdfjs-dist';

/** A page of a PDF as a picture of this width, in pixels. `source` is a `data:` URL. */
export async function draw(page: PDFPageProxy, width: number): Promise<{ width: number; height: number; source: string }> {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = document.createElement('canvas');
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  await page.render({ canvas, viewport }).promise;
  return { width: canvas.width, height: canvas.height, source: canvas.toDataURL('image/jpeg', 0.8) };
}
