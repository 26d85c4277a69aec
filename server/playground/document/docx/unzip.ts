/** The most that is unpacked of a DOCX for display; the service has its own limits. */
const maxUnpackedBytes = 50 * 1_048_576;

/** Reads files of a ZIP archive by name. What is unpacked is counted, because the sizes in the archive may be false. */
export function unzip(bytes: Uint8Array): (name: string) => Promise<string | undefined> {
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
