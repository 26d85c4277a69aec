import { expect, it } from 'vitest';
import { halfOf } from '../documents.js';
import { typedExhibit } from '../typed-exhibit.js';
import { withOthers } from './others.js';

const sources = Array.from({ length: 20 }, (_, at) => `source ${at}`);
const exhibits = sources.map((source) => ({ ...typedExhibit(), id: source, origin: { source, split: null, reader: 'large' } }));

it('a document is joined with another one of the same half of the sources', () => {
  const halves = withOthers(exhibits).map(({ id, other }) => [halfOf(id), halfOf(other?.id ?? '')]);
  expect(new Set(halves.flat())).toEqual(new Set(['learn', 'test']));
  expect(halves.filter(([own, joined]) => own !== joined)).toEqual([]);
  expect(withOthers(exhibits).filter(({ id, other }) => other === undefined || other.id === id)).toEqual([]);
});

it('a document that is alone in its half is joined with none', () => {
  expect(withOthers(exhibits.slice(0, 1)).map(({ other }) => other)).toEqual([undefined]);
});
