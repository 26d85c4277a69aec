import { expect, it } from 'vitest';
import { day, documentOf, money, run, text } from '../../../builders.js';

const folio = `Folio of 17 September 2026
Date          Details             Amount
14/09/2026    Room                120.00
14/09/2026    City tax              4.50
15/09/2026    Room                120.00
15/09/2026    City tax              4.50`;

it('a tax that is charged on a day is an item of a folio, and no sum', async () => {
  const item = { type: 'object', properties: { date: day, description: text, amount: money } };
  const charges = ['14', '15'].flatMap((date) => [
    { date: `2026-09-${date}`, description: 'Room', amount: 120 },
    { date: `2026-09-${date}`, description: 'City tax', amount: 4.5 },
  ]);
  const { draft } = await run({
    document: documentOf(folio),
    fields: { charges: { type: 'array', items: item } },
    given: { data: { charges } },
  });
  expect(draft?.fields.flatMap(({ caps }) => caps.map(({ name }) => name))).not.toContain('label.sumRow');
});
