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
