import { constants, inflateSync } from 'node:zlib';

/**
 * pdfium makes an object of every operator before it can be asked how many there are: four million of them, packed into 40 KB, are 660 MB.
 * So they are counted in the file itself. A stream with more than any page of print holds is blanked: its page stays, without words.
 * Only packed streams that may be page content are looked at; what escapes this meets the watchdog.
 */
export function withoutOverload(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const overloaded = [...streamsOf(file)].filter(({ from, to }) => isOverloaded(file.subarray(from, to)));
  if (overloaded.length === 0) return bytes;
  const copy = Buffer.from(file);
  for (const { from, to } of overloaded) copy.fill(0, from, to);
  return copy;
}

const mostOperators = 500_000;

/** An operator and its separator take two bytes at least: what unpacks to less need not be counted. */
const quietBytes = 2 * mostOperators;
/** What unpacks to more is not counted but left to the watchdog. */
const countableBytes = 64e6;
/** The most that deflate can pack. */
const mostPacked = 1_032;

interface Stream {
  readonly from: number;
  readonly to: number;
}

function* streamsOf(file: Buffer): Generator<Stream> {
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const dictionary = file.toString('latin1', Math.max(0, at - 600), at);
    if (!mayBeContent(dictionary.slice(dictionary.lastIndexOf(' obj') + 1))) continue;
    const from = at + 'stream'.length + (file[at + 6] === 0x0d ? 2 : 1);
    const to = file.indexOf('endstream', from);
    if (to < 0) return;
    if ((to - from) * mostPacked > quietBytes) yield { from, to };
    at = to + 'end'.length;
  }
}

const mayBeContent = (dictionary: string): boolean =>
  />>\s*$/.test(dictionary) &&
  /\/Fl(?:ateDecode)?\b/.test(dictionary) &&
  !/\/(?:Image|Length1|ObjStm|XRef|FontFile|Type0C|Type1C|OpenType)\b/.test(dictionary);

function isOverloaded(packed: Buffer): boolean {
  if (unpack(packed, quietBytes)) return false;
  const content = unpack(packed, countableBytes);
  return content !== undefined && hasMoreOperators(content);
}

/** Undefined when there is more than `most`, or nothing that can be unpacked. */
function unpack(packed: Buffer, most: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** Counts words that begin with a letter; those inside of strings do no harm. */
function hasMoreOperators(content: Buffer): boolean {
  let operators = 0;
  let inWord = false;
  for (const byte of content) {
    const letter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
    if (letter && !inWord) operators += 1;
    if (operators > mostOperators) return true;
    inWord = letter || (inWord && byte > 0x20);
  }
  return false;
}
