import { posix } from 'node:path';
import type { ParserLimits } from '../../sandbox/protocol.js';
import { RefusalError } from '../../sandbox/refusal.js';
import type { PackageParts } from './archive.js';
import { childrenOf, type DocxElement, ElementCount, parseXml, value } from './xml.js';

/** A part, and access to the parts that it refers to. */
export interface LinkedPart {
  readonly root: DocxElement;
  /** Finds a part by the id of its relationship. */
  byId(id: string | undefined): DocxElement | undefined;
  /** Finds a part by the last segment of its relationship's type: 'styles', 'footnotes'. */
  byType(type: string): DocxElement | undefined;
}

/** Finds the main part by its relationship, whatever its name is. @throws RefusalError 'unreadable' when there is none. */
export function mainPart(parts: PackageParts, limits: ParserLimits): LinkedPart {
  const count = new ElementCount(limits);
  const open = (name: string): DocxElement | undefined => {
    const part = parts.get(name);
    return part && parseXml(part, count);
  };
  const name = relationshipsOf(open, '').find(({ type }) => type === 'officedocument')?.target ?? 'word/document.xml';
  const root = open(name);
  if (!root) throw new RefusalError('unreadable');
  const relationships = relationshipsOf(open, name);
  const follow = (found: Relationship | undefined): DocxElement | undefined => (found ? open(found.target) : undefined);
  return {
    root,
    byId: (id) => follow(relationships.find((relationship) => relationship.id === id)),
    byType: (type) => follow(relationships.find((relationship) => relationship.type === type.toLowerCase())),
  };
}

interface Relationship {
  readonly id: string | undefined;
  readonly type: string;
  readonly target: string;
}

/** The relationships of a part, without external ones: nothing outside the package is ever opened. */
function relationshipsOf(open: (name: string) => DocxElement | undefined, name: string): readonly Relationship[] {
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
