import { posix } from 'node:path';
import { Refused } from '../../sandbox/inside/refused.js';
import type { Limits } from '../../sandbox/protocol.js';
import type { Parts } from './archive.js';
import { childrenOf, type Element, parseXml, value } from './xml.js';

/** A part and what it refers to. */
export interface Part {
  readonly root: Element;
  /** A part by the id of its relationship. */
  byId(id: string | undefined): Element | undefined;
  /** A part by the last word of its relationship's type: 'styles', 'footnotes'. */
  byType(type: string): Element | undefined;
}

/** Finds the main part, whatever it is called. @throws Refused 'unreadable' when there is none. */
export function mainPart(parts: Parts, limits: Limits): Part {
  const open = (name: string): Element | undefined => {
    const part = parts.get(name);
    return part && parseXml(part, limits);
  };
  const name = relationshipsOf(open, '').find(({ type }) => type === 'officedocument')?.target ?? 'word/document.xml';
  const root = open(name);
  if (!root) throw new Refused('unreadable');
  const relationships = relationshipsOf(open, name);
  const follow = (found: Relationship | undefined): Element | undefined => (found ? open(found.target) : undefined);
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

/** Only those that stay inside: what lies outside the package is never looked at. */
function relationshipsOf(open: (name: string) => Element | undefined, name: string): readonly Relationship[] {
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
