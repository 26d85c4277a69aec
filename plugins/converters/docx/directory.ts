/** Signatures and fixed lengths of the ZIP format. Source: PKWARE APPNOTE 6.3.10, sections 4.3.12 and 4.3.16. */
const end = { signature: 0x06054b50, length: 22, longestComment: 65_535 };
const entry = { signature: 0x02014b50, length: 46 };

/** The names in a ZIP's central directory, as they are read there; nothing is unpacked. None for what is not a ZIP. */
export function* namesIn(bytes: Uint8Array): Generator<string> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stop = endOf(zip);
  if (stop < 0) return;
  // Counted back from the end: what stands before the archive moves all its places.
  let at = stop - zip.readUInt32LE(stop + 12);
  while (at >= 0 && at + entry.length <= stop && zip.readUInt32LE(at) === entry.signature) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    yield zip.toString('utf8', at + entry.length, Math.min(at + entry.length + name, stop));
    at += entry.length + name + extra + comment;
  }
}

function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - end.length - end.longestComment);
  for (let at = zip.length - end.length; at >= first; at -= 1) if (zip.readUInt32LE(at) === end.signature) return at;
  return -1;
}
