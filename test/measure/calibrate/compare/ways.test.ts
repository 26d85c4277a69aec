import { expect, it } from 'vitest';
import { runSample } from './builders.js';
import { scoresOf } from './ways.js';

const alone = { word: 'likely', quoted: 'part' } as const;

it('a value is scored by the word of its reader, by its quote, by its weakest finding, and as it was weighed', () => {
  expect(scoresOf({ ...runSample(), alone }, 0.97)).toEqual({
    "model's own word": 0.88,
    'quote check': 0.5,
    'lowest cap': 0.9,
    weighing: 0.97,
  });
});

it('the weakest finding is one that is held lower than its strength', () => {
  const caps = [{ name: 'evidence.exact', heldTo: 0.7 }, { name: 'label.unknownText' }] as const;
  expect(scoresOf({ ...runSample({ caps }), alone }, 0.97)['lowest cap']).toBe(0.7);
});
