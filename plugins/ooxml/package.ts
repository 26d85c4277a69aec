import { posix } from 'node:path';
import type { ParserLimits } from '../sandbox/protocol.js';
import { RefusalError } from '../sandbox/refusal.js';
import type { PackageParts } from './archive.js';
import { childrenOf, ElementCount, type OfficeElement, parseXml, value } from './xml.js';

/** A part, and access to the parts that it refers to. */
export interface LinkedPart {
  readonly root: OfficeElement;
  /** Finds a part by the id of its relationship. */
  byId(id: string | undefined): OfficeElement | undefined;
  /** Finds a part by the last segment of its relationship's type: 'styles', 'footnotes'. */
  byType(type: string): OfficeElement | undefined;
}

/** Finds the main part by its relationship, whatever its name is, else by its usual one. @throws RefusalError 'unreadable' when there is none. */
export function mainPart(parts: PackageParts, limits: ParserLimits, usualName: string): LinkedPart {
  const count = new ElementCount(limits);
  const open = (name: string): OfficeElement | undefined => {
    const part = parts.get(name);
    return part && parseXml(part, count);
  };
  const name = relationshipsOf(open, '').find(({ type }) => type === 'officedocument')?.target ?? usualName;
  const root = open(name);
  if (!root) throw new RefusalError('unreadable');
  const relationships = relationshipsOf(open, name);
  const follow = (found: Relationship | undefined): OfficeElement | undefined => (found ? open(found.target) : undefined);
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
