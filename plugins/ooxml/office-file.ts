/** A ZIP with content types and a part under `word/` is a document, with or without macros, and no spreadsheet or plain archive. */
export function isDocx(bytes: Uint8Array): boolean {
  return partsNamed(bytes).some((name) => name.startsWith('word/'));
}

/** A ZIP with content types and a workbook in XML under `xl/`, with or without macros; the binary kind (XLSB) is none. */
export function isXlsx(bytes: Uint8Array): boolean {
  const names = partsNamed(bytes);
  return names.some((name) => /^xl\/[^/]+\.xml$/.test(name)) && !names.includes('xl/workbook.bin');
}

/** The parts of a package; none for a ZIP without content types, which is no package. */
function partsNamed(bytes: Uint8Array): readonly string[] {
  const names = [...namesIn(bytes)].map((name) => name.toLowerCase().replaceAll('\\', '/').replace(/^\//, ''));
  return names.includes('[content_types].xml') ? names : [];
}

/** Signatures and fixed lengths of the ZIP format. Source: PKWARE APPNOTE 6.3.10, sections 4.3.12 and 4.3.16. */
const endRecord = { signature: 0x06054b50, length: 22, maxComment: 65_535 };
const entryRecord = { signature: 0x02014b50, length: 46 };

/** The names in a ZIP's central directory, without unpacking anything. Yields none for bytes that are not a ZIP. */
export function* namesIn(bytes: Uint8Array): Generator<string> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stop = endOf(zip);
  if (stop < 0) return;
  // Counted back from the end, because bytes before the archive shift all its offsets.
  let at = stop - zip.readUInt32LE(stop + 12);
  while (at >= 0 && at + entryRecord.length <= stop && zip.readUInt32LE(at) === entryRecord.signature) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    yield zip.toString('utf8', at + entryRecord.length, Math.min(at + entryRecord.length + name, stop));
    at += entryRecord.length + name + extra + comment;
  }
}

function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - endRecord.length - endRecord.maxComment);
  for (let at = zip.length - endRecord.length; at >= first; at -= 1) if (zip.readUInt32LE(at) === endRecord.signature) return at;
  return -1;
}

/** How much a package of Office Open XML may unpack to. */
export const packageOptions = {
  max_inflated_mb: { type: 'integer', default: 50, minimum: 1, description: 'MiB that all parts together may unpack to.' },
  max_parts: { type: 'integer', default: 2_000, minimum: 1, description: 'Parts of the package.' },
  max_part_mb: { type: 'integer', default: 20, minimum: 1, description: 'MB that one part of XML may unpack to.' },
} as const;

type PackageOptions = Readonly<Record<keyof typeof packageOptions | 'max_elements', number>>;

/** The same for the parser. */
export const packageLimits = ({ max_inflated_mb, max_parts, max_part_mb, max_elements }: PackageOptions) => ({
  inflatedMb: max_inflated_mb,
  maxParts: max_parts,
  partMb: max_part_mb,
  maxElements: max_elements,
});
