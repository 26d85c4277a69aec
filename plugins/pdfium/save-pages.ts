import { RefusalError } from '../sandbox/protocol.js';
import { type Handle, type Pdfium, withBytes } from './pdfium.js';

/** Copies pages, counted from 1, from one open document into another, before its page of index `at`. False where a page does not exist. */
export const importPages = (
  pdfium: Pdfium,
  { from, to }: { readonly from: Handle; readonly to: Handle },
  pages: readonly number[],
  at = 0,
): boolean =>
  pages.length > 0 &&
  withBytes(pdfium, pages.length * 4, (indexes) => {
    pdfium.HEAP32.set(
      pages.map((page) => page - 1),
      indexes >> 2,
    );
    return pdfium._FPDF_ImportPagesByIndex(to, from, indexes, pages.length, at) !== 0;
  });

/**
 * The bytes of a document as a file. pdfium hands them to a function of its caller, and its table of functions is full: place 0, which
 * means "no function", is lent to ours meanwhile. @throws RefusalError when it cannot be saved
 */
export function savedBytes(pdfium: Pdfium, document: Handle): Uint8Array {
  const blocks: Uint8Array[] = [];
  const table = pdfium.wasmExports.__indirect_function_table;
  const write = (_writer: Handle, from: Handle, bytes: number): number => {
    blocks.push(pdfium.HEAPU8.slice(from, from + bytes));
    return 1;
  };
  table.set(noFunction, asWasm(write));
  try {
    if (!withWriter(pdfium, (writer) => pdfium._FPDF_SaveAsCopy(document, writer, 0))) throw new RefusalError('unreadable');
  } finally {
    table.set(noFunction, null);
  }
  return new Uint8Array(Buffer.concat(blocks));
}

const noFunction = 0;

/** Source: `FPDF_FILEWRITE` in pdfium's `fpdf_save.h`: the version 1, then the function. */
function withWriter(pdfium: Pdfium, work: (writer: Handle) => number): number {
  return withBytes(pdfium, 8, (writer) => {
    pdfium.HEAPU32.set([1, noFunction], writer >> 2);
    return work(writer);
  });
}

/**
 * A module that exports the function it imports as `e.f`: a table takes only functions of WebAssembly. Its parts are the type
 * (i32, i32, i32) → i32, the import and the export. Source: WebAssembly Core Specification 1.0, §5.5.
 */
const passage = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x08, 0x01, 0x60, 0x03, 0x7f, 0x7f, 0x7f, 0x01, 0x7f],
  ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
]);

/** The compiler's library for Node lacks it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

type WriteBlock = (writer: Handle, from: Handle, bytes: number) => number;

const asWasm = (write: WriteBlock): unknown => new WebAssembly.Instance(new WebAssembly.Module(passage), { e: { f: write } }).exports['f'];
