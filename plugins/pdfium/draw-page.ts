import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'jpeg-js';
import type { Picture } from '../../core/index.js';
import { type DrawRequest, RefusalError } from '../sandbox/protocol.js';
import { type PageGeometry, pageGeometryOf } from './page-geometry.js';
import { type Handle, type Pdfium, withDocument } from './pdfium.js';
import { drawing, drawn } from './render-grey.js';

/** Draws one page of a PDF. @throws RefusalError when there is no such page. */
export function drawPage(pdfium: Pdfium, bytes: Uint8Array, { page: number, width }: DrawRequest): Picture {
  return withDocument(pdfium, bytes, (document) => {
    const page = pdfium._FPDF_LoadPage(document, number - 1);
    try {
      if (!page) throw new RefusalError('unreadable');
      return renderPicture(pdfium, page, { ...pageGeometryOf(pdfium, page), ...(width !== undefined && { wanted: width }) });
    } finally {
      if (page) pdfium._FPDF_ClosePage(page);
    }
  });
}

/** Large enough to read small print on a screen and on paper. */
const screenWidth = 1_100;
const maxDots = 4_000_000;

type PictureTerms = PageGeometry & { readonly wanted?: number };

/** PNG is smaller and sharper for printed pages. A larger PNG is a photograph or a scan, which becomes a JPEG. */
const maxPngBytes = 400_000;
const jpegQuality = 72;

/** Draws a page in colour as a viewer shows it, `wanted` dots wide if that is not too large, in as few bytes as keep it readable. */
function renderPicture(pdfium: Pdfium, page: Handle, { wanted = screenWidth, ...geometry }: PictureTerms): Picture {
  const density = Math.min(wanted / Math.max(geometry.width, 1), Math.sqrt(maxDots / Math.max(geometry.width * geometry.height, 1)));
  const width = Math.max(1, Math.round(geometry.width * density));
  const height = Math.max(1, Math.round(geometry.height * density));
  const dots = drawn(pdfium, { width, height, bytesPerDot: 4 }, (bitmap) => {
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawing.annotations | drawing.redFirst);
  });
  const exact = png(dots, { width, height });
  if (exact.length <= maxPngBytes) return { mediaType: 'image/png', width, height, bytes: exact };
  return { mediaType: 'image/jpeg', width, height, bytes: new Uint8Array(encode({ data: dots, width, height }, jpegQuality).data) };
}

/** Encodes dots of four bytes, of which the fourth is ignored, as a PNG. Source: PNG specification, third edition, §5 and §11. */
function png(dots: Uint8Array, { width, height }: { readonly width: number; readonly height: number }): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const image = deflateSync(filtered(dots, width, height), { level: 7 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Applies the filter "Up": each row becomes its difference from the one above, so that a white background becomes zeros. */
function filtered(dots: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    rows[to++] = 2;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      for (let colour = 0; colour < 3; colour += 1) {
        const above = y === 0 ? 0 : (dots[at - width * 4 + colour] ?? 0);
        rows[to++] = ((dots[at + colour] ?? 0) - above) & 0xff;
      }
    }
  }
  return rows;
}

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
