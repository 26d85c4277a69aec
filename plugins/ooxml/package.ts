import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { type ParserLimits, RefusalError } from '../sandbox/protocol.js';
import { childrenOf, ElementCount, type OfficeElement, parseXml, value } from './xml.js';

/** A part, and access to the parts that it refers to. */
export interface LinkedPart {
  readonly root: OfficeElement;
  /** Finds a part by the id of its relationship. */
  byId(id: string | undefined): OfficeElement | undefined;
  /** The same with what that part refers to. */
  linked(id: string | undefined): LinkedPart | undefined;
  /** Finds a part by the last segment of its relationship's type: 'styles', 'footnotes'. */
  byType(type: string): OfficeElement | undefined;
}

/** Finds the main part by its relationship, whatever its name is, else by its usual one. @throws RefusalError 'unreadable' when there is none. */
export function mainPart(parts: PackageParts, limits: ParserLimits, usualName: string): LinkedPart {
  const count = new ElementCount(limits);
  const open = (name: string): OfficeElement | undefined => {
    const part = parts.get(name);
    return part && parseXml(name.endsWith('.vml') ? withClosedBreaks(part) : part, count);
  };
  const name = relationshipsOf(open, '').find(({ type }) => type === 'officedocument')?.target ?? usualName;
  const part = linkedPart(name, open);
  if (!part) throw new RefusalError('unreadable');
  return part;
}

function linkedPart(name: string, open: (name: string) => OfficeElement | undefined): LinkedPart | undefined {
  const root = open(name);
  if (!root) return undefined;
  const relationships = relationshipsOf(open, name);
  const withId = (id: string | undefined): Relationship | undefined => relationships.find((relationship) => relationship.id === id);
  const follow = (found: Relationship | undefined): OfficeElement | undefined => (found ? open(found.target) : undefined);
  return {
    root,
    byId: (id) => follow(withId(id)),
    linked: (id) => linkedPart(withId(id)?.target ?? '', open),
    byType: (type) => follow(relationships.find((relationship) => relationship.type === type.toLowerCase())),
  };
}

interface Relationship {
  readonly id: string | undefined;
  readonly type: string;
  readonly target: string;
}

/** Office leaves the line breaks of notes and controls open, which XML does not allow. */
const withClosedBreaks = (part: Buffer): Buffer => Buffer.from(part.toString('latin1').replaceAll('<br>', '<br/>'), 'latin1');

/** The relationships of a part, without external ones: nothing outside the package is ever opened. */
function relationshipsOf(open: (name: string) => OfficeElement | undefined, name: string): readonly Relationship[] {
  const { dir, base } = posix.parse(name);
  const root = open(posix.join(dir, '_rels', `${base}.rels`));
  return childrenOf(root, 'rel:Relationship')
    .filter((element) => value(element, 'TargetMode') !== 'External')
    .map((element) => ({
      id: value(element, 'Id'),
      type: posix.basename(value(element, 'Type') ?? '').toLowerCase(),
      target: posix.resolve('/', dir, (value(element, 'Target') ?? '').toLowerCase()).slice(1),
    }));
}

/** Whether a part is a picture in a format that can be put on a page without conversion. */
export const isPicture = (name: string): boolean => /^word\/media\/[^/]+\.(?:png|jpe?g)$/.test(name);

/** The XML parts and pictures of a package by name, in lower case and without a leading slash. */
export type PackageParts = ReadonlyMap<string, Buffer>;

/**
 * Unpacks the parts that are read, and counts the bytes of every part while streaming, because the directory's sizes are not trusted.
 * Reading stops at a part whose size differs from the directory's, and at an exceeded limit.
 * @throws RefusalError 'parts', 'inflated' or 'part' by the limit, 'unreadable' when the archive is broken.
 */
export async function unpack(bytes: Uint8Array, limits: ParserLimits): Promise<PackageParts> {
  try {
    return await read(bytes, limits);
  } catch (error) {
    throw error instanceof RefusalError ? error : new RefusalError('unreadable', undefined, { cause: error });
  }
}

async function read(bytes: Uint8Array, limits: ParserLimits): Promise<PackageParts> {
  const zip = await open(bytes);
  if (zip.entryCount > limitOf(limits, 'maxParts')) throw new RefusalError('parts', zip.entryCount);
  const parts = new Map<string, Buffer>();
  let left = limitOf(limits, 'inflatedMb') * 2 ** 20;
  for (const entry of await entriesOf(zip)) {
    const part = await inflate(await stream(zip, entry), { part: limitOf(limits, 'partMb') * 1e6, left, keep: isRead(nameOf(entry)) });
    left -= part.length;
    parts.set(nameOf(entry), part.content);
  }
  return parts;
}

/** A limit that is not set allows nothing. */
const limitOf = (limits: ParserLimits, name: string): number => limits[name] ?? 0;

const isRead = (name: string): boolean => /\.(?:xml|rels|vml)$/.test(name) || isPicture(name);

/** Names are never used as file paths, so any name is safe. */
const nameOf = (entry: Entry): string => entry.fileNameRaw.toString('utf8').toLowerCase().replaceAll('\\', '/').replace(/^\/+/, '');

function open(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    fromBuffer(buffer, { decodeStrings: false, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip
      .on('entry', (entry) => entries.push(entry))
      .once('end', () => resolve(entries))
      .once('error', reject);
  });
}

function stream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, readable) => (error ? reject(error) : resolve(readable)));
  });
}

interface InflateBounds {
  readonly part: number;
  readonly left: number;
  /** False for fonts and the like, whose bytes are counted and discarded. */
  readonly keep: boolean;
}

async function inflate(
  readable: Readable,
  { part, left, keep }: InflateBounds,
): Promise<{ readonly length: number; readonly content: Buffer }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readable as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > left) throw new RefusalError('inflated');
    if (keep && length > part) throw new RefusalError('part');
    if (keep) chunks.push(chunk);
  }
  return { length, content: Buffer.concat(chunks) };
}
