import { about, closed, list, maybe, score, string, text } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** What proves a value, as answers have it. */

export type StatedBody = string | number | boolean | null;

export const box = about(
  'A rectangle in shares of the page as a viewer shows it, from its top left corner',
  closed({ page: Type.Integer({ minimum: 1 }), x: score, y: score, w: score, h: score }),
);

const logOdds = Type.Number();

export const finding = closed({
  name: about('What was found, such as `label.match`', text),
  weight: maybe('What it adds to the log-odds of the value; left out for a null', logOdds),
  says: about('The finding as a sentence', text),
  at_most: maybe('The highest score that it allows, whatever else speaks for the value; left out where it only weighs', score),
});

export const evidence = closed({
  prior: maybe('The log-odds of a value of this reader before anything is found; left out for a null', logOdds),
  findings: list(finding),
});

export const stated = Type.Unsafe<StatedBody>({ type: ['string', 'number', 'boolean', 'null'] });

export const candidate = closed({
  value: about('The value, as the schema asks for it', stated),
  score: about('How sure it would be if nobody had read another', score),
  reader: about('Who has read it', text),
  page: maybe('Where it stands, from 1', Type.Integer({ minimum: 1 })),
  text: maybe('The words on that page that prove it', string),
});
