import { read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { givenDescriptor, serve } from '../../../plugins/sandbox/serve.js';
import type { ArchiveLimits } from '../../http/limits.js';
import { openedAt } from '../../http/upload/spool-cipher.js';
import type { ArchiveAnswer, ArchiveTask, ListTask } from './archive.js';

/** The archive is not one that is unpacked. The reason is a sentence for the caller. */
class ArchiveRefused extends Error {}

const inMb = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** An entry and its place among all, from 1. */
interface PackedDocument {
  readonly entry: Entry;
  readonly place: number;
}

interface OpenArchive {
  readonly zip: ZipFile;
  readonly documents: readonly PackedDocument[];
}

let opened: OpenArchive | undefined;

/** Says what is in the archive, and then unpacks what the server wants of it. */
async function answer(wanted: ArchiveTask): Promise<ArchiveAnswer> {
  try {
    if ('entry' in wanted) return { document: await document(opened, wanted.entry) };
    const zip = await open(wanted);
    opened = { zip, documents: await documentsOf(zip, wanted) };
    return { entries: opened.documents.map(({ entry }) => ({ name: entry.fileName, size: entry.uncompressedSize })) };
  } catch (error) {
    return { refused: error instanceof ArchiveRefused ? error.message : 'it is broken, or no zip' };
  }
}

/** The library refuses names that climb, are absolute or have a backslash by itself, without saying which. */
function open({ size, key }: ListTask): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: true, strictFileNames: true };
    fromRandomAccessReader(new SealedFile(key), size, options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

/** The zip as it lies on the disk, encrypted. */
class SealedFile extends RandomAccessReader {
  constructor(private readonly key: Uint8Array) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const { bytesRead, buffer } = await readAt(givenDescriptor, { buffer: Buffer.alloc(Math.min(pieceBytes, end - at)), position: at });
      if (bytesRead === 0) throw new Error('the file is shorter than it was');
      yield openedAt(this.key, at, buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  }
}

const readAt = promisify(read);
const pieceBytes = 65_536;

/** All entries but folders, each of them checked: what is unpacked has the size that is checked here, or the unpacking stops. */
async function documentsOf(zip: ZipFile, { limits, size }: ListTask): Promise<readonly PackedDocument[]> {
  if (zip.entryCount > limits.entries) throw new ArchiveRefused(`it has more than ${limits.entries} entries`);
  const [found, names] = [[] as PackedDocument[], new Set<string>()];
  const sums = { packed: 0, unpacked: 0, directory: 0 };
  for (let at = 1; ; at += 1) {
    const entry = await nextEntry(zip, at);
    if (!entry) return found;
    refuseWrong(entry, at, limits);
    if (names.has(entry.fileName)) throw new ArchiveRefused(`entry ${at} has the name of an earlier one`);
    names.add(entry.fileName);
    sums.directory += entry.fileNameLength + detailBytesOf(entry);
    sums.packed += entry.compressedSize;
    sums.unpacked += entry.uncompressedSize;
    if (sums.directory > limits.directoryBytes)
      throw new ArchiveRefused(`names, extra fields and comments of its entries together have more than ${inMb(limits.directoryBytes)}`);
    if (sums.packed > size) throw new ArchiveRefused('its entries overlap');
    if (sums.unpacked > limits.unpackedBytes) throw new ArchiveRefused(`it unpacks to more than ${inMb(limits.unpackedBytes)}`);
    // Decoded, they take up to thirty times their bytes: each field is an object, and so is each character of a comment.
    entry.extraFields = [];
    entry.fileComment = '';
    entry.comment = '';
    if (!entry.fileName.endsWith('/')) found.push({ entry, place: at });
  }
}

function nextEntry(zip: ZipFile, at: number): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const done = (act: () => void): void => {
      zip.removeAllListeners();
      act();
    };
    zip.once('entry', (entry: Entry) => done(() => resolve(entry)));
    zip.once('end', () => done(() => resolve(undefined)));
    zip.once('error', (error: Error) => done(() => reject(isNameError(error) ? climbing(at) : error)));
    zip.readEntry();
  });
}

const isNameError = ({ message }: Error): boolean =>
  /^(?:absolute path|invalid relative path|invalid characters in fileName)/.test(message);
const climbing = (at: number): ArchiveRefused =>
  new ArchiveRefused(`the name of entry ${at} is no plain path within the archive: no "..", no leading "/" or drive, no backslash`);

/** Entries that are no documents in any case. */
function refuseWrong(entry: Entry, at: number, limits: ArchiveLimits): void {
  const { fileName, compressedSize, uncompressedSize, externalFileAttributes, versionMadeBy } = entry;
  if (fileName.length > 1_024 || /\p{Cc}/u.test(fileName)) throw new ArchiveRefused(`the name of entry ${at} is too long, or no text`);
  if (detailBytesOf(entry) > limits.detailBytes)
    throw new ArchiveRefused(`extra fields and comment of entry ${at} have more than ${limits.detailBytes} bytes`);
  if (entry.isEncrypted()) throw new ArchiveRefused(`entry ${at} is encrypted`);
  const unixType = versionMadeBy >> 8 === 3 ? (externalFileAttributes >>> 28) & 0xf : 0;
  if (![0, regularFile, folder].includes(unixType)) throw new ArchiveRefused(`entry ${at} is a link, or no file`);
  if (/\.(?:zip|jar|7z|rar|tar|t?gz|tbz2?|bz2|xz|zst)$/i.test(fileName)) throw nested(at);
  if (uncompressedSize > limits.entryBytes)
    throw new ArchiveRefused(`entry ${at} unpacks to more than ${inMb(limits.entryBytes)}, the most that a document may have`);
  if (uncompressedSize > 1_048_576 && uncompressedSize > limits.ratio * compressedSize)
    throw new ArchiveRefused(`entry ${at} unpacks to more than ${limits.ratio} times its size`);
}

const detailBytesOf = ({ extraFieldLength, fileCommentLength }: Entry): number => extraFieldLength + fileCommentLength;

/** Of the mode of a Unix file: S_IFREG and S_IFDIR. */
const [regularFile, folder] = [0o10, 0o4];
const nested = (at: number): ArchiveRefused => new ArchiveRefused(`entry ${at} is an archive itself: put its documents beside the others`);

async function document(archive: OpenArchive | undefined, at: number): Promise<Uint8Array> {
  const packed = archive?.documents[at];
  if (!archive || !packed) throw new Error('there is no such entry');
  const { entry, place } = packed;
  const bytes = await unpacked(await streamOf(archive.zip, entry), entry.uncompressedSize);
  // A DOCX is a zip, too. What calls itself otherwise and is one is not looked into.
  if (bytes.subarray(0, 4).equals(zipSignature) && !/\.(?:docx|xlsx|pptx|odt|ods)$/i.test(entry.fileName)) throw nested(place);
  return bytes;
}

const zipSignature = Buffer.from('PK\x03\x04', 'latin1');

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

/** The library stops where an entry has more bytes than it says. */
async function unpacked(stream: Readable, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (length + piece.length > size) throw new Error('an entry has more bytes than it says');
    bytes.set(piece, length);
    length += piece.length;
  }
  if (length !== size) throw new Error('an entry has fewer bytes than it says');
  return bytes;
}

serve(async ({ wanted }) => answer(wanted as ArchiveTask));
