import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { PDFiumModule } from '@hyzyla/pdfium';
import { RefusalError } from '../sandbox/protocol.js';

/** A pointer into pdfium's memory, or 0 for none. */
export type Handle = number;

/** A `WebAssembly.Memory`; its pages have 65,536 bytes. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A `WebAssembly.Table` of the functions that pdfium can call by number. */
interface FunctionTable {
  set(at: number, value: unknown): void;
}

/** The functions of pdfium that are used here, few of which the package's types declare. Documented in pdfium's `public/*.h`. */
export interface Pdfium {
  readonly wasmExports: { readonly memory: Memory; readonly __indirect_function_table: FunctionTable; readonly [name: string]: unknown };
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  _malloc(bytes: number): Handle;
  _free(at: Handle): void;
  _FPDF_InitLibrary(): void;
  _FPDF_DestroyLibrary(): void;
  _FPDF_GetLastError(): number;
  _FPDF_LoadMemDocument(data: Handle, bytes: number, password: Handle): Handle;
  _FPDF_CloseDocument(document: Handle): void;
  _FPDF_CreateNewDocument(): Handle;
  _FPDF_ImportPagesByIndex(to: Handle, from: Handle, indexes: Handle, count: number, at: number): number;
  _FPDF_SaveAsCopy(document: Handle, writer: Handle, flags: number): number;
  _FPDF_GetMetaText(document: Handle, tag: Handle, buffer: Handle, bytes: number): number;
  _FPDF_GetPageCount(document: Handle): number;
  _FPDFDoc_GetAttachmentCount(document: Handle): number;
  _FPDFDoc_GetAttachment(document: Handle, index: number): Handle;
  _FPDFAttachment_GetName(attachment: Handle, buffer: Handle, bytes: number): number;
  _FPDFAttachment_GetFile(attachment: Handle, buffer: Handle, bytes: number, needed: Handle): number;
  _FPDFDOC_InitFormFillEnvironment(document: Handle, formInfo: Handle): Handle;
  _FPDFDOC_ExitFormFillEnvironment(form: Handle): void;
  _FPDF_LoadPage(document: Handle, index: number): Handle;
  _FPDF_ClosePage(page: Handle): void;
  _FPDF_GetPageWidthF(page: Handle): number;
  _FPDF_GetPageHeightF(page: Handle): number;
  _FPDF_PageToDevice(
    page: Handle,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: Handle,
    deviceY: Handle,
  ): number;
  _FPDFPage_CountObjects(page: Handle): number;
  _FPDFPage_GetObject(page: Handle, index: number): Handle;
  _FPDFPageObj_GetType(object: Handle): number;
  _FPDFPageObj_GetBounds(object: Handle, left: Handle, bottom: Handle, right: Handle, top: Handle): number;
  _FPDFPageObj_GetFillColor(object: Handle, r: Handle, g: Handle, b: Handle, a: Handle): number;
  _FPDFPageObj_GetMatrix(object: Handle, matrix: Handle): number;
  _FPDFImageObj_GetImageDataRaw(picture: Handle, buffer: Handle, bytes: number): number;
  _FPDFImageObj_GetImagePixelSize(picture: Handle, width: Handle, height: Handle): number;
  _FPDFImageObj_GetBitmap(picture: Handle): Handle;
  _FPDFPath_GetDrawMode(path: Handle, fill: Handle, stroke: Handle): number;
  _FPDFTextObj_GetFont(object: Handle): Handle;
  _FPDFFont_GetBaseFontName(font: Handle, buffer: Handle, bytes: number): number;
  _FPDFFont_GetFontData(font: Handle, buffer: Handle, bytes: number, needed: Handle): number;
  _FPDFTextObj_GetTextRenderMode(object: Handle): number;
  _FPDFTextObj_SetTextRenderMode(object: Handle, mode: number): number;
  _FPDFPageObj_CreateNewRect(x: number, y: number, width: number, height: number): Handle;
  _FPDFPageObj_NewTextObj(document: Handle, font: Handle, size: number): Handle;
  _FPDFText_SetText(object: Handle, text: Handle): number;
  _FPDFPageObj_Transform(object: Handle, a: number, b: number, c: number, d: number, e: number, f: number): void;
  _FPDFPageObj_SetFillColor(object: Handle, r: number, g: number, b: number, a: number): number;
  _FPDFPageObj_SetStrokeColor(object: Handle, r: number, g: number, b: number, a: number): number;
  _FPDFPageObj_SetStrokeWidth(object: Handle, width: number): number;
  _FPDFPath_SetDrawMode(path: Handle, fill: number, stroke: number): number;
  _FPDFPage_CreateAnnot(page: Handle, subtype: number): Handle;
  _FPDFAnnot_SetRect(annotation: Handle, rectangle: Handle): number;
  _FPDFAnnot_SetStringValue(annotation: Handle, key: Handle, value: Handle): number;
  _FPDFAnnot_AppendObject(annotation: Handle, object: Handle): number;
  _FPDFPage_GetAnnotCount(page: Handle): number;
  _FPDFPage_GetAnnot(page: Handle, index: number): Handle;
  _FPDFPage_CloseAnnot(annotation: Handle): void;
  _FPDFPage_SetMediaBox(page: Handle, left: number, bottom: number, right: number, top: number): void;
  _FPDFPage_SetCropBox(page: Handle, left: number, bottom: number, right: number, top: number): void;
  _FPDFPage_Flatten(page: Handle, usage: number): number;
  _FPDFAnnot_GetSubtype(annotation: Handle): number;
  _FPDFAnnot_GetFlags(annotation: Handle): number;
  _FPDFAnnot_SetFlags(annotation: Handle, flags: number): number;
  _FPDFAnnot_GetRect(annotation: Handle, rectangle: Handle): number;
  _FPDFAnnot_GetFormFieldType(form: Handle, annotation: Handle): number;
  _FPDFAnnot_GetFormFieldFlags(form: Handle, annotation: Handle): number;
  _FPDFAnnot_GetFormFieldValue(form: Handle, annotation: Handle, buffer: Handle, bytes: number): number;
  _FPDFText_LoadPage(page: Handle): Handle;
  _FPDFText_ClosePage(text: Handle): void;
  _FPDFText_CountChars(text: Handle): number;
  _FPDFText_GetUnicode(text: Handle, index: number): number;
  _FPDFText_IsGenerated(text: Handle, index: number): number;
  _FPDFText_GetCharAngle(text: Handle, index: number): number;
  _FPDFText_GetFontSize(text: Handle, index: number): number;
  _FPDFText_GetCharOrigin(text: Handle, index: number, x: Handle, y: Handle): number;
  _FPDFText_GetCharBox(text: Handle, index: number, left: Handle, right: Handle, bottom: Handle, top: Handle): number;
  _FPDFText_GetLooseCharBox(text: Handle, index: number, rectangle: Handle): number;
  _FPDFText_GetTextObject(text: Handle, index: number): Handle;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, data: Handle, stride: number): Handle;
  _FPDFBitmap_FillRect(bitmap: Handle, left: number, top: number, width: number, height: number, color: number): void;
  _FPDFBitmap_GetFormat(bitmap: Handle): number;
  _FPDFBitmap_GetWidth(bitmap: Handle): number;
  _FPDFBitmap_GetHeight(bitmap: Handle): number;
  _FPDFBitmap_GetBuffer(bitmap: Handle): Handle;
  _FPDFBitmap_GetStride(bitmap: Handle): number;
  _FPDFBitmap_Destroy(bitmap: Handle): void;
  _FPDF_RenderPageBitmap(
    bitmap: Handle,
    page: Handle,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDF_RenderPageBitmapWithMatrix(bitmap: Handle, page: Handle, matrix: Handle, clip: Handle, flags: number): void;
}

/** The limit of pdfium's memory, and whether pdfium has tried to exceed it. */
export interface PdfiumMemory {
  mb: number;
  exceeded: boolean;
}

/**
 * How much of a function of WebAssembly runs before V8 compiles it again, in V8's own unit; 13,000,000 when not set. A parser that has just
 * started compiles so much that its first document took 95 ms of processor time with it instead of 135. Later ones take the same.
 */
const tieringBudget = 60_000_000;

/** Starts pdfium. A file that needs more memory than the limit causes an abort inside pdfium. */
export async function loadPdfium(limit: PdfiumMemory): Promise<Pdfium> {
  // A V8 that does not know it says so on the standard error and goes on.
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
  const pdfium = (await PDFiumModule({ wasmBinary: wasmBinary.buffer })) as unknown as Pdfium;
  limitMemory(pdfium.wasmExports.memory, limit);
  pdfium._FPDF_InitLibrary();
  return unwrapped(pdfium);
}

/**
 * Lets pdfium forget what it has read, while no document is open. It keeps faces from one document to the next, and those that stand for fonts
 * which a file does not bring are as wide and as bold as they were last drawn: a document would be read otherwise behind another.
 */
export function forgetDocuments(pdfium: Pdfium): void {
  pdfium._FPDF_DestroyLibrary();
  pdfium._FPDF_InitLibrary();
}

/**
 * What is read with pdfium, which skips streams that it has no memory for. A result without them is not the whole document.
 * @throws RefusalError 'memory'
 */
export async function complete<T>(memory: PdfiumMemory, read: () => T | Promise<T>): Promise<T> {
  try {
    const content = await read();
    if (!memory.exceeded) return content;
  } catch (error) {
    if (!memory.exceeded) throw error;
  }
  throw new RefusalError('memory');
}

/** Replaces the package's wrappers with the functions themselves: the wrappers' checks would run some ten thousand times per page. */
function unwrapped(pdfium: Pdfium): Pdfium {
  for (const [name, own] of Object.entries(pdfium.wasmExports))
    if (typeof own === 'function' && `_${name}` in pdfium) Object.defineProperty(pdfium, `_${name}`, { value: own });
  return pdfium;
}

function limitMemory(memory: Memory, limit: PdfiumMemory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    limit.exceeded ||= memory.buffer.byteLength + pages * 65_536 > limit.mb * 2 ** 20;
    if (limit.exceeded) throw new RangeError('pdfium may not have more memory');
    return grow(pages);
  };
}

/** Codes of `FPDF_GetLastError`: a password or another key is needed. A document with only an owner password opens. */
const encryptedErrors: readonly number[] = [4, 5];

/** Opens a PDF for the duration of `work`. @throws RefusalError when it cannot be opened */
export function withDocument<T>(pdfium: Pdfium, bytes: Uint8Array, work: (document: Handle) => T): T {
  return withBytes(pdfium, bytes.length, (at) => {
    pdfium.HEAPU8.set(bytes, at);
    const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
    if (!document) throw new RefusalError(encryptedErrors.includes(pdfium._FPDF_GetLastError()) ? 'encrypted' : 'unreadable');
    try {
      return work(document);
    } finally {
      pdfium._FPDF_CloseDocument(document);
    }
  });
}

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
