import type { Handle, Pdfium } from './pdfium.js';

/** Runs `work` with that many bytes of pdfium's memory, and gives them back. */
export function withBytes<T>(pdfium: Pdfium, bytes: number, work: (at: Handle) => T): T {
  const at = pdfium._malloc(Math.max(bytes, 1));
  try {
    return work(at);
  } finally {
    pdfium._free(at);
  }
}

/** Four out-parameters of four bytes, as floats. The view is fetched after the call: growth of the memory replaces it. */
export function floats(pdfium: Pdfium, at: Handle): readonly [number, number, number, number] {
  const { HEAPF32 } = pdfium;
  const of = (place: number): number => HEAPF32[(at >> 2) + place] ?? 0;
  return [of(0), of(1), of(2), of(3)];
}

/** A text that pdfium gives as UTF-16LE, asked for twice: for its length and for itself. At most `limit` bytes; longer is cut. */
export function utf16(pdfium: Pdfium, limit: number, get: (buffer: Handle, bytes: number) => number): string {
  const length = Math.min(get(0, 0), limit);
  if (length <= 2) return '';
  return withBytes(pdfium, length, (buffer) => {
    get(buffer, length);
    return Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + length))
      .toString('utf16le')
      .replace(/\0.*$/s, '');
  });
}
