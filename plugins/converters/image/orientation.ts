/** The orientation that Exif data states, 1..8; 1 where it states none or is broken. Sources: TIFF 6.0, section 2; Exif 2.32, 4.6.4 A. */
export function orientationIn(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 2);
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number): number => (at + 2 > exif.length ? 0 : order === 'II' ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const first = order === 'II' ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  for (let entry = 0; entry < short(first); entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > exif.length) return 1;
    if (short(at) === orientationTag) return isOrientation(short(at + 8)) ? short(at + 8) : 1;
  }
  return 1;
}

export const orientationTag = 274;

export const isOrientation = (value: number): boolean => value >= 1 && value <= 8;
