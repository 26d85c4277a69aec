import { expect, it } from 'vitest';
import { day, documentOf, money, run, text } from '../../../builders.js';

const folio = `Folio of 17 September 2026
Date          Details             Amount
14/09/2026    Room                120.00
14/09/2026    City tax              4.50
15/09/2026    Room                120.00
15/09/2026    City tax              4.50`;

it('a tax that is charged on a day is an item of a folio, and one without a day is a sum', async () => {
  const charged = async (page: string, dated: boolean) => {
    const properties = { ...(dated && { date: day }), description: text, amount: money };
    const charges = ['14', '15'].flatMap((date) =>
      [
        { description: 'Room', amount: 120 },
        { description: 'City tax', amount: 4.5 },
      ].map((row) => (dated ? { date: `2026-09-${date}`, ...row } : row)),
    );
    const { draft } = await run({
      document: documentOf(page),
      fields: { charges: { type: 'array', items: { type: 'object', properties } } },
      given: { data: { charges } },
    });
    return draft?.fields.flatMap(({ caps }) => caps.map(({ name }) => name)) ?? [];
  };
  expect(await charged(folio, true)).not.toContain('label.sumRow');
  expect(await charged(folio.replace(/^\d\S+/gm, ''), false)).toContain('label.sumRow');
});
