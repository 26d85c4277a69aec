/** Like other PDF readers, we accept bytes before the header up to this position. Source: ISO 32000-1, implementation note 13. */
const headerWithinBytes = 1_024;

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, headerWithinBytes)).includes('%PDF-');

type ImageKind = 'png' | 'jpeg' | 'tiff';

/** What the first bytes say. Sources: PNG, 5.2; JPEG, B.2.1 and the marker that follows; TIFF 6.0, section 2 (BigTIFF is not read). */
const signatures: readonly (readonly [ImageKind, readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
];

/** The kind of a picture by its first bytes; undefined for all other files. */
export const kindOfImage = (bytes: Uint8Array): ImageKind | undefined =>
  signatures.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0];

/** Headers are looked for in this many bytes; the mails of some servers begin with long lists of stations. */
const withinBytes = 16_384;

/** Two of these tell a mail from other text that has lines with a colon. Source: RFC 5322, 3.6, and RFC 2045, 4. */
const known = new Set([
  'from',
  'to',
  'date',
  'subject',
  'message-id',
  'mime-version',
  'received',
  'return-path',
  'content-type',
  'delivered-to',
]);

/** Whether a file begins as a mail does: header lines only, at least two of them known. Nothing is parsed. */
export function isMail(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, withinBytes))
    .toString('latin1')
    .replace(/^From [^\n]*\n/, '');
  const end = text.search(/\r?\n\r?\n/);
  const lines = (end < 0 ? text.slice(0, text.lastIndexOf('\n')) : text.slice(0, end)).split(/\r?\n(?![ \t])/);
  const names = lines.map((line) => /^([!-9;-~]+):/.exec(line)?.[1]?.toLowerCase());
  return names.every((name) => name !== undefined) && new Set(names.filter((name) => name !== undefined && known.has(name))).size >= 2;
}
