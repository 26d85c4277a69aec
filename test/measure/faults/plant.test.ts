import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildInvoice } from '../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import type { FaultExhibit } from '../../kit/exhibit.js';
import type { Planted } from '../../kit/fault.js';
import { randomOf } from '../../kit/random.js';
import { canMean } from '../../kit/same-value.js';
import { leavesOf, markAt } from '../../kit/sheet.js';
import { faults, secondDocument } from './faults.js';
import { invoicePage, invoiceTruth, typedExhibit } from './typed-exhibit.js';

/** Every variant of a fault in the document. */
async function plant(number: number, exhibit: FaultExhibit = typedExhibit(), seed = 1): Promise<readonly Planted[]> {
  const fault = faults[number - 1];
  return (await fault?.plant(exhibit, randomOf(seed, exhibit.id, number))) ?? [];
}

/** The values read at the targets of each variant. */
const read = (planted: readonly Planted[]) =>
  planted.map(({ sheet, targets }) => targets.map((path) => [path, markAt(sheet, path)?.value]));
const digits = (text: string | null | undefined) => [...(text ?? '')].filter((c) => /\d/.test(c)).sort();

it('has the 33 faults in their order', () => {
  expect(faults.map(({ number }) => number)).toEqual(Array.from({ length: 33 }, (_, at) => at + 1));
});

describe('a misread amount', () => {
  it('has the digits of the right one in another order, the quote left as it is (1) or changed with it (2)', async () => {
    for (const [number, inQuote] of [
      [1, false],
      [2, true],
    ] as const) {
      const planted = await plant(number);
      expect(planted.map(({ targets }) => targets[0]).slice(0, 4)).toEqual(['$.subtotal', '$.tax', '$.total', '$.amount_due']);
      const mark = planted[2] && markAt(planted[2].sheet, '$.total');
      expect(mark?.value).not.toBe('768,74');
      expect(digits(mark?.value)).toEqual(digits('768,74'));
      expect(mark?.quote).toBe(inQuote ? `Total ${mark?.value}` : 'Total 768,74');
    }
  });

  it('is ten times the right one (3), or less than nothing (4)', async () => {
    expect(read(await plant(3))[2]).toEqual([['$.total', '7687,40']]);
    expect(read(await plant(4))[2]).toEqual([['$.total', '-768,74']]);
  });

  it('is another that is printed, with the row in which it stands (5)', async () => {
    const [, , planted] = await plant(5);
    const mark = planted && markAt(planted.sheet, '$.total');
    expect(mark?.value).not.toBe('768,74');
    expect(mark?.quote).toContain(mark?.value);
    expect(invoicePage.replace(/ +/g, ' ')).toContain(mark?.quote);
  });
});

describe('sums', () => {
  it('are swapped completely (6)', async () => {
    expect(read(await plant(6))).toEqual([
      [
        ['$.subtotal', '768,74'],
        ['$.total', '646,00'],
      ],
    ]);
  });

  it('take the amount due for the total (7), but not where they are equal', async () => {
    expect(read(await plant(7))).toEqual([[['$.total', '700,00']]]);
    const same = { fields: { total: { value: 700 }, amount_due: { value: 700 } } };
    expect(await plant(7, typedExhibit(same, 'Total: 700,00\nAmount due: 700,00'))).toEqual([]);
  });

  it('come from another block that adds up (26), and from nowhere where none does', async () => {
    expect(await plant(26)).toEqual([]);
    const block = `${invoicePage}\nCarried forward: 100,00 19,00 119,00`;
    expect(read(await plant(26, typedExhibit({}, block)))).toEqual([
      [
        ['$.subtotal', '100,00'],
        ['$.tax', '19,00'],
        ['$.total', '119,00'],
      ],
    ]);
  });
});

describe('a misread date', () => {
  it('is another printed one (8)', async () => {
    for (const [path, value] of read(await plant(8)).flat()) {
      expect(['03.04.2025', '17.05.2025', '28.03.2025']).toContain(value);
      expect(value).not.toBe(path === '$.issue_date' ? '03.04.2025' : '17.05.2025');
    }
  });

  it('has day and month swapped where both are possible (9), or the year before (10)', async () => {
    expect(read(await plant(9))).toEqual([[['$.issue_date', '04.03.2025']]]);
    expect(read(await plant(10)).flat()).toEqual([
      ['$.issue_date', '03.04.2024'],
      ['$.due_date', '17.05.2024'],
    ]);
  });
});

describe('rows', () => {
  const amounts = ([planted]: readonly Planted[]) => planted?.sheet.lines.map(({ amount }) => amount?.value);

  it('lose one (11), or have the first twice (12)', async () => {
    expect(amounts(await plant(11))).toHaveLength(2);
    expect(amounts(await plant(12))).toEqual(['361,50', '160,50', '124,00', '361,50']);
  });

  it('take the amount of another (13)', async () => {
    const [planted] = await plant(13);
    const [path = ''] = planted?.targets ?? [];
    const own = markAt(typedExhibit().sheet, path)?.value;
    const taken = planted && markAt(planted.sheet, path)?.value;
    expect(['361,50', '160,50', '124,00'].filter((amount) => amount !== own)).toContain(taken);
  });

  it('take quantity for price (14)', async () => {
    expect(read(await plant(14))).toEqual([
      [
        ['$.line_items[0].quantity', '120,50'],
        ['$.line_items[0].unit_price', '3'],
      ],
    ]);
  });

  it('take the tax into their amounts (23)', async () => {
    expect(read(await plant(23))).toEqual([
      [
        ['$.line_items[0].amount', '430,19'],
        ['$.line_items[1].amount', '191,00'],
        ['$.line_items[2].amount', '147,56'],
      ],
    ]);
  });

  it('merge two into one, with the words of both, the price of the first and the amount of the second (24)', async () => {
    const two = invoicePage.replace(/^Hook.*\n/m, '');
    const exhibit = typedExhibit({}, two);
    const [planted] = await plant(24, { ...exhibit, sheet: { ...exhibit.sheet, lines: exhibit.sheet.lines.slice(0, 2) } });
    expect(planted?.sheet.lines.map((line) => Object.fromEntries(Object.entries(line).map(([name, mark]) => [name, mark.value])))).toEqual([
      { description: 'Steel cable Winch service', quantity: '3', unit_price: '120,50', amount: '160,50' },
    ]);
  });
});

describe('many rows', () => {
  const descriptions = ([planted]: readonly Planted[]) => planted?.sheet.lines.map(({ description }) => description?.value);

  it('are lost at the end (27)', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const rest = descriptions(await plant(27, typedExhibit(), seed)) ?? [];
      expect(rest.length).toBeGreaterThan(0);
      expect(rest.length).toBeLessThan(3);
      expect(['Steel cable', 'Winch service', 'Hook'].slice(0, rest.length)).toEqual(rest);
    }
  });

  it('are lost with their page (28), where there are several', async () => {
    expect(await plant(28)).toEqual([]);
    const pages = invoicePage.split(/(?=^Hook)/m);
    const rest = await Promise.all([1, 2, 3, 4, 5, 6].map(async (seed) => descriptions(await plant(28, typedExhibit({}, ...pages), seed))));
    expect(rest).toContainEqual(['Hook']);
    expect(rest).toContainEqual(['Steel cable', 'Winch service']);
  });

  it('are lost after a sum of those before (29)', async () => {
    expect(await plant(29)).toEqual([]);
    const grouped = invoicePage.replace(/^Hook/m, `${'Equipment'.padEnd(49)}522,00\nHook`);
    expect(descriptions(await plant(29, typedExhibit({}, grouped)))).toEqual(['Steel cable', 'Winch service']);
  });

  it('have one column for another, in all of them (33)', async () => {
    const [counts, prices] = read(await plant(33)) ?? [];
    expect(counts?.slice(0, 2)).toEqual([
      ['$.line_items[0].quantity', '120,50'],
      ['$.line_items[0].unit_price', '3'],
    ]);
    expect(prices?.map(([path]) => path)).toContain('$.line_items[1].amount');
  });

  it('have amounts, or quantities and prices, of the next row (32)', async () => {
    expect(read(await plant(32))).toEqual([
      [
        ['$.line_items[0].amount', '160,50'],
        ['$.line_items[1].amount', '124,00'],
      ],
      [
        ['$.line_items[0].quantity', '2'],
        ['$.line_items[0].unit_price', '80,25'],
        ['$.line_items[1].quantity', '10'],
        ['$.line_items[1].unit_price', '12,40'],
      ],
    ]);
  });

  it('have the amounts with tax where both are printed in a row (31)', async () => {
    expect(await plant(31)).toEqual([]);
    const both = invoicePage.replace('361,50', '361,50       430,19').replace('160,50', '160,50       191,00');
    expect(read(await plant(31, typedExhibit({}, both)))).toEqual([
      [
        ['$.line_items[0].amount', '430,19'],
        ['$.line_items[1].amount', '191,00'],
      ],
    ]);
  });
});

describe('a reading with mistakes', () => {
  it('is planted only where it is right', async () => {
    const exhibit = typedExhibit();
    const { total, tax, ...header } = exhibit.sheet.header;
    const wrong = {
      ...exhibit,
      sheet: { ...exhibit.sheet, header: { ...header, ...(tax && total && { tax, total: { ...total, value: '1,00' } }) } },
    };
    for (const number of [1, 2, 3, 4, 5, 15, 22]) {
      const targets = (await plant(number, wrong)).flatMap((planted) => planted.targets);
      expect(targets).not.toContain('$.total');
    }
  });

  it('loses no row that the document does not have (11, 27)', async () => {
    const exhibit = { ...typedExhibit(), rows: [null, null, null] };
    expect([...(await plant(11, exhibit)), ...(await plant(27, exhibit))]).toEqual([]);
  });
});

describe('names, numbers and pages', () => {
  it('cites a page that lacks the quote (15), and none where there is one page', async () => {
    expect(await plant(15)).toEqual([]);
    const cited = await plant(15, typedExhibit({}, invoicePage, 'Terms of trade'));
    expect(new Set(cited.flatMap(({ sheet, targets }) => targets.map((path) => markAt(sheet, path)?.page)))).toEqual(new Set([2]));
  });

  it('cites no wrong page for a quote that stands nowhere (15)', async () => {
    const exhibit = typedExhibit({}, invoicePage, 'Terms of trade');
    const header = Object.fromEntries(
      Object.entries(exhibit.sheet.header).map(([name, mark]) => [name, { ...mark, quote: 'In my own words' }]),
    );
    expect(await plant(15, { ...exhibit, sheet: { ...exhibit.sheet, header } })).toEqual([]);
  });

  it('cites no wrong page of a value that no word of any page holds (15)', async () => {
    const printed = { text: '999,00', page: 1, row: 'Total 999,00' };
    const exhibit = typedExhibit({ fields: { total: { value: 999, printed } }, line_items: null }, invoicePage, 'Terms of trade');
    expect(exhibit.sheet.header.total?.quote).toBe('Total 999,00');
    expect(await plant(15, exhibit)).toEqual([]);
  });

  it('takes seller for buyer (16)', async () => {
    expect(read(await plant(16))).toEqual([
      [
        ['$.seller_name', 'Hafen Sud AG'],
        ['$.buyer_name', 'Kranbau Nord GmbH'],
      ],
    ]);
  });

  it('gives a company another legal form, in value and quote (17)', async () => {
    const planted = await plant(17);
    expect(read(planted)).toEqual([[['$.seller_name', 'Kranbau Nord Ltd']], [['$.buyer_name', 'Hafen Sud Ltd']]]);
    expect(planted[1] && markAt(planted[1].sheet, '$.buyer_name')?.quote).toBe('Bill to: Hafen Sud Ltd');
  });

  it('swaps digits of the invoice number (18) and of the IBAN (21)', async () => {
    const [[[path, value] = []] = []] = read(await plant(18));
    expect([path, digits(value)]).toEqual(['$.invoice_number', digits('RE-4711-8')]);
    const [[[iban, altered] = []] = []] = read(await plant(21));
    expect([iban, digits(altered)]).toEqual(['$.iban', digits('DE89 3704 0044 0532 0130 00')]);
  });

  it('invents an order number, with a made-up quote (19) or a real one (20)', async () => {
    const [made, real] = [(await plant(19))[0], (await plant(20))[0]];
    const marks = [made, real].map((planted) => planted && markAt(planted.sheet, '$.order_number'));
    expect(marks[0]?.quote).toBe(`Purchase order: ${marks[0]?.value}`);
    expect(typedExhibit().index.find(marks[1]?.quote ?? '')).toHaveLength(1);
    expect(marks.map((mark) => /^PO-\d{5}$/.test(mark?.value ?? ''))).toEqual([true, true]);
  });

  it('says that a value is not there, labelled or not (22)', async () => {
    const nulls = read(await plant(22)).flat();
    expect(nulls).toContainEqual(['$.due_date', null]);
    expect(nulls).toContainEqual(['$.seller_name', null]);
  });
});

describe('any fault', () => {
  const seeds = fc.integer({ min: 0, max: 1_000_000 });
  const pages = [invoicePage, `${invoicePage}\nCarried forward: 100,00 19,00 119,00\nLast date: 05.06.2024`];

  it('never leaves the right value, whatever the seed', async () => {
    const exhibit = typedExhibit({}, ...pages);
    const leaf = (planted: Planted, path: string) => leavesOf(planted.sheet).find((one) => one.path === path);
    await fc.assert(
      fc.asyncProperty(seeds, fc.constantFrom(...faults), async (seed, fault) => {
        for (const planted of await plant(fault.number, exhibit, seed)) {
          if (planted.about !== undefined || fault.standard === 'page') continue;
          const values = planted.targets.map((path) => leaf(planted, path));
          expect(values.length).toBeGreaterThan(0);
          expect(values.map((one) => one?.mark.value && canMean(exhibit, one, one.mark.value)).filter(Boolean)).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is the same for the same seed', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.constantFrom(...faults), async (seed, { number }) => {
        expect(await plant(number, typedExhibit(), seed)).toEqual(await plant(number, typedExhibit(), seed));
      }),
      { numRuns: 40 },
    );
  });

  it('that leaves rows or a page in doubt changes them', async () => {
    const { sheet } = typedExhibit({}, ...pages);
    for (const number of [11, 12, 15, 24, 27, 28, 29]) {
      for (const planted of await plant(number, typedExhibit({}, ...pages))) expect(planted.sheet).not.toEqual(sheet);
    }
  });

  it('is planted in no document without truth, except inventions and the IBAN', async () => {
    const silent = typedExhibit({ fields: {}, line_items: null });
    const planted = await Promise.all(faults.map(async ({ number }) => ((await plant(number, silent)).length > 0 ? [number] : [])));
    expect(planted.flat()).toEqual([19, 20, 21]);
  });
});

let exhibit: FaultExhibit;

beforeAll(async () => {
  const file = { name: 'a.pdf', bytes: await invoicePdf(buildInvoice()) };
  const fields = { invoice_number: { value: 'RE-5000-1' }, total: { value: 123.45 }, tax: { value: 122.74 } };
  const page = invoicePage.replace('RE-4711-8', 'RE-5000-1').replace('768,74', '123,45');
  exhibit = { ...typedExhibit(), file, other: { ...typedExhibit({ ...invoiceTruth, fields, line_items: null }, page), file } };
});

it('joins two documents and reads values of the second one, each on its page', async () => {
  const planted = await secondDocument.plant(exhibit, randomOf(1));
  const read = planted.map(({ sheet, targets: [path = ''] }) => [path, markAt(sheet, path)?.value, markAt(sheet, path)?.page]);
  expect(read.toSorted()).toEqual([
    ['$.invoice_number', 'RE-5000-1', 2],
    ['$.total', '123,45', 2],
  ]);
  const pages = planted.map(async ({ file }) => (await PDFDocument.load(file?.bytes ?? '')).getPageCount());
  expect(await Promise.all(pages)).toEqual([2, 2]);
});

it('joins nothing where there is no second document, or one that cannot be written', async () => {
  const { other, ...alone } = exhibit;
  expect(await secondDocument.plant(alone, randomOf(1))).toEqual([]);
  const broken = { ...exhibit, file: { name: 'a.docx', bytes: new Uint8Array([1]) } };
  expect(await secondDocument.plant(broken, randomOf(1))).toEqual([]);
});
