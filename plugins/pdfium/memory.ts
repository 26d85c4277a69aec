import type { Handle, Pdfium } from './pdfium.js';

/** Runs `work` with a buffer in pdfium's memory, and frees it afterwards. */
export function withBytes<T>(pdfium: Pdfium, bytes: number, work: (at: Handle) => T): T {
  const at = pdfium._malloc(Math.max(bytes, 1));
  try {
    return work(at);
  } finally {
    pdfium._free(at);
  }
}

/** Four float out-parameters. Call it after pdfium has run, because growing the memory replaces the view. */
export function floats(pdfium: Pdfium, at: Handle): readonly [number, number, number, number] {
  const { HEAPF32 } = pdfium;
  const of = (index: number): number => HEAPF32[(at >> 2) + index] ?? 0;
  return [of(0), of(1), of(2), of(3)];
}

/** A text that pdfium returns as UTF-16LE; the first call gets its length. Longer texts are cut at `limit` bytes. */
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
