import { describe, expect, it } from 'vitest';
import { cell, documentOf, run, scriptedModel, text } from '../../../builders.js';

const page = `Bill to:
Papier Vertrieb GmbH




Some text about paper, and what it is good for
Brightwater Print`;

/** What the page says about the place of each party's name. */
const placesOf = async (names: { seller_name: string; buyer_name: string }, more = '') => {
  const outcome = await run({
    document: documentOf(`\n\n\n\n\n\n\n\n\n${page}\n${more}\n\n\n\n\n\nThank you\n\n\n`),
    fields: { seller_name: text, buyer_name: text },
    tiers: [
      scriptedModel(
        'reader',
        Object.entries(names).map(([field, name]) => cell(`$.${field}`, name)),
      ),
    ],
  });
  return outcome.draft?.fields.map(({ caps }) => caps.map(({ name }) => name).find((name) => name.startsWith('label.')));
};

describe('a name that nothing on the page places', () => {
  it('is probably the party that is left when the other one is known', async () => {
    expect(await placesOf({ seller_name: 'Brightwater Print', buyer_name: 'Papier Vertrieb GmbH' })).toEqual([
      'label.remaining',
      'label.match',
    ]);
  });

  it('stays unknown when the other party is unknown, too', async () => {
    expect(await placesOf({ seller_name: 'Brightwater Print', buyer_name: 'Some text' })).toEqual([
      'label.unknownRole',
      'label.unknownRole',
    ]);
  });

  it('stays unknown when the same name was read for both', async () => {
    const [seller] = (await placesOf({ seller_name: 'Papier Vertrieb GmbH', buyer_name: 'Papier Vertrieb GmbH' })) ?? [];
    expect(seller).not.toBe('label.remaining');
  });

  it.each(['Pay to our account at Northern Bank', 'Consulting for Northern Bank   120.00', 'Printed by Northern Bank'])(
    'stays unknown within a sentence: %s',
    async (sentence) => {
      const [seller] = (await placesOf({ seller_name: 'Northern Bank', buyer_name: 'Papier Vertrieb GmbH' }, sentence)) ?? [];
      expect(seller).not.toBe('label.remaining');
    },
  );
});
