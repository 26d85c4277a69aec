import type { OpenedDocx, PreviewBlock, PreviewCell, TextRun } from './sheets.js';

const charactersPerPage = 3_000;
/** A DOCX has at most three kinds of header and of footer: first page, even pages and the others. */
const maxMarginParts = 3;

/** The text of a DOCX as the service reads it: headers, then the body, then footers. */
export async function openDocx(bytes: Uint8Array): Promise<OpenedDocx> {
  const read = unzip(bytes);
  const body = await read('word/document.xml');
  if (body === undefined) throw new Error('It has no text.');
  const margins = async (kind: 'header' | 'footer'): Promise<readonly PreviewBlock[]> => {
    const parts = await Promise.all(Array.from({ length: maxMarginParts }, (_, index) => read(`word/${kind}${index + 1}.xml`)));
    return parts.flatMap((part) => (part === undefined ? [] : blocksIn(part)));
  };
  const blocks = [...(await margins('header')), ...blocksIn(body), ...(await margins('footer'))];
  return { kind: 'docx', blocks, pages: 1, charged: Math.max(1, Math.ceil(lengthOf(blocks) / charactersPerPage)) };
}

const lengthOf = (blocks: readonly PreviewBlock[]): number =>
  blocks.reduce(
    (sum, block) =>
      sum +
      (block.kind === 'table'
        ? block.rows.flat().reduce((inner, cell) => inner + lengthOf(cell.blocks), 0)
        : block.runs.reduce((inner, { text }) => inner + text.length, 1)),
    0,
  );

/** The blocks in one XML file of a DOCX. The browser's XML parser fetches nothing and runs nothing. */
function blocksIn(xml: string): readonly PreviewBlock[] {
  const { documentElement } = new DOMParser().parseFromString(xml, 'application/xml');
  if (documentElement.localName === 'parsererror') throw new Error('A part of it is no XML.');
  return blocksOf(named(documentElement, 'body')[0] ?? documentElement);
}

/** The content of controls and tracked insertions is included; deleted text is not. */
function blocksOf(container: Element): readonly PreviewBlock[] {
  return [...container.children].flatMap((element): readonly PreviewBlock[] => {
    if (element.localName === 'p') return [paragraphOf(element)];
    if (element.localName === 'tbl') return [tableOf(element)];
    return ['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml'].includes(element.localName) ? blocksOf(element) : [];
  });
}

function paragraphOf(element: Element): PreviewBlock {
  const properties = named(element, 'pPr')[0];
  const style = properties && valOf(named(properties, 'pStyle')[0]);
  const align = { center: 'center', right: 'end', end: 'end' }[(properties && valOf(named(properties, 'jc')[0])) ?? ''] ?? 'start';
  return {
    kind: 'paragraph',
    heading: /^(heading|title)/i.test(style ?? ''),
    align: align as 'start' | 'center' | 'end',
    runs: runsOf(element),
  };
}

function runsOf(container: Element): readonly TextRun[] {
  return [...container.children].flatMap((element): readonly TextRun[] => {
    if (element.localName === 'r') return runOf(element);
    return ['hyperlink', 'ins', 'moveTo', 'sdt', 'sdtContent', 'smartTag', 'fldSimple'].includes(element.localName) ? runsOf(element) : [];
  });
}

function runOf(element: Element): readonly TextRun[] {
  const properties = named(element, 'rPr')[0];
  if (properties && named(properties, 'vanish').length > 0) return [];
  const text = [...element.children].map((part) => texts[part.localName]?.(part) ?? '').join('');
  return text === '' ? [] : [{ text, bold: properties !== undefined && named(properties, 'b').length > 0 }];
}

const texts: Readonly<Record<string, (element: Element) => string>> = {
  t: (element) => element.textContent ?? '',
  tab: () => '\t',
  br: () => '\n',
  cr: () => '\n',
  noBreakHyphen: () => '-',
};

function tableOf(element: Element): PreviewBlock {
  const rows = named(element, 'tr').map((row) =>
    named(row, 'tc').map((cell): PreviewCell => {
      const properties = named(cell, 'tcPr')[0];
      return { span: Number(properties && valOf(named(properties, 'gridSpan')[0])) || 1, blocks: blocksOf(cell) };
    }),
  );
  return { kind: 'table', rows };
}

const named = (element: Element, name: string): readonly Element[] => [...element.children].filter(({ localName }) => localName === name);
const valOf = (element: Element | undefined): string | undefined =>
  [...(element?.attributes ?? [])].find(({ localName }) => localName === 'val')?.value;

/** The most that is unpacked of a DOCX for display; the service has its own limits. */
const maxUnpackedBytes = 50 * 1_048_576;

/** Reads files of a ZIP archive by name. What is unpacked is counted, because the sizes in the archive may be false. */
function unzip(bytes: Uint8Array): (name: string) => Promise<string | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = directoryOf(view, bytes);
  let left = maxUnpackedBytes;
  return async (name) => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
    const packed = new Blob([bytes.slice(start, start + entry.size)]).stream();
    const chunks: BlobPart[] = [];
    const stream = entry.method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      left -= chunk.length;
      if (left < 0) throw new Error('It is too large when it is unpacked.');
      chunks.push(chunk);
    }
    return new Blob(chunks).text();
  };
}

interface ZipEntry {
  readonly offset: number;
  readonly size: number;
  readonly method: number;
}

function directoryOf(view: DataView, bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  const end = endOf(view);
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The end record of the central directory lies within the last 64 KiB of every archive. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new Error('It is no ZIP archive.');
}
