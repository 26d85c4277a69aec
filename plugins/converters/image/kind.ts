export type ImageKind = 'png' | 'jpeg' | 'tiff';

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
