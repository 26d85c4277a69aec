import { constants, inflateSync } from 'node:zlib';

/**
 * pdfium creates an object for every operator before it can count them: four million, packed into 40 KB, take 660 MB.
 * Therefore the operators are counted in the file. A packed content stream with too many is blanked, so its page stays but has no words.
 * Everything else is left to the sandbox's memory limit.
 */
export function withoutOverload(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const overloaded = [...streamsOf(file)].filter(({ from, to }) => isOverloaded(file.subarray(from, to)));
  if (overloaded.length === 0) return bytes;
  const copy = Buffer.from(file);
  for (const { from, to } of overloaded) copy.fill(0, from, to);
  return copy;
}

const maxOperators = 500_000;

/** An operator and its separator take at least two bytes, so streams that unpack to less need no counting. */
const harmlessBytes = 2 * maxOperators;
/** Streams that unpack to more are not counted, but left to the sandbox's memory limit. */
const maxCountedBytes = 64e6;
/** The highest compression ratio of deflate. */
const maxDeflateRatio = 1_032;

interface PdfStream {
  readonly from: number;
  readonly to: number;
}

function* streamsOf(file: Buffer): Generator<PdfStream> {
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const dictionary = file.toString('latin1', Math.max(0, at - 600), at);
    if (!mayBeContent(dictionary.slice(dictionary.lastIndexOf(' obj') + 1))) continue;
    const from = at + 'stream'.length + (file[at + 6] === 0x0d ? 2 : 1);
    const to = file.indexOf('endstream', from);
    if (to < 0) return;
    if ((to - from) * maxDeflateRatio > harmlessBytes) yield { from, to };
    at = to + 'end'.length;
  }
}

const mayBeContent = (dictionary: string): boolean =>
  />>\s*$/.test(dictionary) &&
  /\/Fl(?:ateDecode)?\b/.test(dictionary) &&
  !/\/(?:Image|Length1|ObjStm|XRef|FontFile|Type0C|Type1C|OpenType)\b/.test(dictionary);

function isOverloaded(packed: Buffer): boolean {
  if (unpack(packed, harmlessBytes)) return false;
  const content = unpack(packed, maxCountedBytes);
  return content !== undefined && hasMoreOperators(content);
}

/** Undefined when the result exceeds `maxBytes`, or when the stream cannot be unpacked. */
function unpack(packed: Buffer, maxBytes: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** Counts words that begin with a letter. Counting words inside strings as well does no harm. */
function hasMoreOperators(content: Buffer): boolean {
  let operators = 0;
  let inWord = false;
  for (const byte of content) {
    const letter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
    if (letter && !inWord) operators += 1;
    if (operators > maxOperators) return true;
    inWord = letter || (inWord && byte > 0x20);
  }
  return false;
}
