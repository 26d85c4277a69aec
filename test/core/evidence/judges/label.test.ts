import { describe, expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, money, run, scriptedModel, text } from '../../builders.js';
import { capsOf } from '../caps-of.js';

describe('label', () => {
  const page = 'Subtotal     100.00\nVAT 19%       19.00\nTotal        119.00';

  async function scoreOf(value: string): Promise<number> {
    const tiers = [scriptedModel('reader', [cell('$.vat_rate', value, { quote: 'VAT 19% 19.00' })])];
    const { object } = await run({ document: documentOf(page), fields: { vat_rate: { type: 'number' } }, tiers });
    return (object as unknown as { _meta: { field_confidence: readonly [{ score: number }] } })._meta.field_confidence[0].score;
  }

  describe('a rate of tax', () => {
    it('is labelled by the tax label if it is a percentage', async () => {
      expect(await scoreOf('19%')).toBeGreaterThanOrEqual(0.85);
    });
  });

  const fields = {
    total: money,
    subtotal: money,
    amount_due: money,
    tax_rate: money,
    due_date: day,
    issue_date: day,
    invoice_number: text,
  };
  const labelOf = (printed: string, name: keyof typeof fields, value: string, quote = value) =>
    capsOf({ page: printed, fields, path: `$.${name}`, value, said: { quote } }, 'label');

  it('that schemas call by another name is no label where the page prints that name itself', () => {
    const labelsOf = (page: string) =>
      capsOf({ page, fields: { payroll_ref: text }, path: '$.payroll_ref', value: '4711', said: { quote: '4711' } }, 'label');
    expect(labelsOf('Employee no: 4711')).toEqual(['label.match']);
    expect(labelsOf('Employee no: 4711\nPayroll ref: 5812')).not.toContain('label.match');
  });

  describe('the label of a value', () => {
    it.each([
      ['stands right beside it', 'Total        119.00', 'label.match'],
      ['stands above it', 'Invoice total\n119.00', 'label.heading'],
      ['is one it shares with another sum', 'Amount due        119.00', 'label.shared'],
      ['are words that nobody knows', 'Endgültiges     119.00', 'label.unknownValue'],
      ['is absent', '119.00', 'label.noneAtValue'],
      ['is that of another sum', 'Subtotal        119.00', 'label.otherSum'],
      ['is that of something else', 'Freight number   x\nVAT   119.00', 'label.conflict'],
    ])('%s', (_, printed, name) => {
      expect(labelOf(printed, 'total', '119.00')).toEqual([name]);
    });

    it('is none that makes a number of a day or of a part of an address, and none before tax that is due', () => {
      const order = (page: string, value: string) =>
        capsOf({ page, fields: { order_number: text }, path: '$.order_number', value, said: { quote: value } }, 'label');
      expect(order('Invoice\n\n03/04/2026', '03/04/2026')).toEqual(['label.conflict']);
      expect(order('Order no: 03/04/2026', '03/04/2026')).toEqual(['label.match']);
      const address = 'Anna Berg\nHafenweg 117\n48155 Muenster';
      expect(order(address, '48155')).toEqual(['label.conflict']);
      expect(order(address, '117')).toEqual(['label.conflict']);
      expect(order(`${address}\n\n${' '.repeat(40)}117`, '117')).not.toContain('label.conflict');
      expect(order(`${address}\n\nOrder no: 117`, '117')).toEqual(['label.match']);
      expect(labelOf('Subtotal     100.00\nTotal     119.00', 'amount_due', '100.00')).toEqual(['label.conflict']);
      expect(labelOf('Subtotal     100.00\nTotal     119.00', 'total', '100.00')).toEqual(['label.otherSum']);
      expect(labelOf('Subtotal     100.00\nNo VAT charged (reverse charge)', 'amount_due', '100.00')).toEqual(['label.otherSum']);
    });

    it('is that of rows, where a date stands in a column of dates', () => {
      const labelOfDay = (rows: readonly string[]) => labelOf(['Date           Text', ...rows].join('\n'), 'issue_date', '10.05.2019');
      expect(labelOfDay(['10.05.2019     Room'])).toEqual(['label.heading']);
      expect(labelOfDay(['10.05.2019     Room', '11.05.2019     Room', '12.05.2019     Room'])).toEqual(['label.conflict']);
    });

    it('is half a tax, where it is that of the union or of a state, unless the field asks for the half', () => {
      const named = (name: string, printed: string, value: string) =>
        capsOf({ page: printed, fields: { [name]: money }, path: `$.${name}`, value, said: { quote: value } }, 'label');
      const halves = 'CGST 9 %     30.00\nSGST 9 %     30.00';
      expect(named('tax', halves, '30.00')).toEqual(['label.conflict']);
      expect(named('tax', `${halves}\n\nTotal   30.00   Total tax   60.00`, '30.00')).toEqual(['label.conflict']);
      expect(named('cgst_amount', halves, '30.00')).not.toContain('label.conflict');
      expect(named('tax', 'CGST and SGST     60.00', '60.00')).toEqual(['label.match']);
      expect(named('tax', 'CGST-9%  SGST-9%     30.00     30.00', '30.00')).toEqual(['label.conflict']);
    });

    it('stands in the quote, where it does not stand beside the value', () => {
      const printed = 'Merci de votre visite          TOTAL TTC\n119.00';
      expect(labelOf(printed, 'total', '119.00', 'TOTAL TTC 119.00')).toEqual(['label.quoted']);
      expect(labelOf(printed, 'subtotal', '119.00', 'TOTAL TTC 119.00')).not.toContain('label.quoted');
    });

    it('is none above it, if unknown words end in a colon right before it', () => {
      expect(labelOf('Delivery date\nBezugstag: 09.07.2026', 'issue_date', '09.07.2026')).toEqual(['label.unknownValue']);
    });

    it('is a general one, such as a reference, where no better one is printed', () => {
      expect(labelOf('Référence : INV-388', 'invoice_number', 'INV-388')).toEqual(['label.general']);
    });
  });

  describe('what a sum includes', () => {
    it.each([
      ['Exclusief BTW   119.00', 'subtotal'],
      ['Netto inkl. MwSt.   119.00', 'total'],
      ['Amount excl. GST   119.00', 'subtotal'],
      ['Importe sin IVA   119.00', 'subtotal'],
      ['Celkem s DPH   119.00', 'total'],
      ['Yhteensä ilman ALV   119.00', 'subtotal'],
      ['Összesen   119.00', 'total'],
      ['ΣΥΝΟΛΟ ΧΩΡΙΣ ΦΠΑ   119.00', 'subtotal'],
      ['Общо за плащане   119.00', 'amount_due'],
      ['Ödenecek Tutar   119.00', 'amount_due'],
    ] as const)('decides what it is: %s', (printed, name) => {
      expect(labelOf(printed, name, '119.00')).toEqual(['label.match']);
    });
  });

  describe('a bare number sign', () => {
    it.each(['Nr. 47110815', 'Nº: 47110815', '# 47110815'])('numbers the document below its title: %s', (row) => {
      expect(labelOf(`Handelsrechnung\n${row}`, 'invoice_number', '47110815')).toEqual(['label.place']);
    });

    it('numbers it in the row of the title', () => {
      expect(labelOf('Handelsrechnung (380) Nr. TX-4711', 'invoice_number', 'TX-4711')).toEqual(['label.place']);
    });

    it('numbers something else far from a title, or beside other words', () => {
      expect(labelOf('Order\nNr. 47110815', 'invoice_number', '47110815')).not.toContain('label.place');
      expect(labelOf('Invoice\nRoom Nr. 47110815', 'invoice_number', '47110815')).not.toContain('label.place');
    });
  });

  it('a percentage in the column of taxes is the tax rate, whatever stands before it in its row', () => {
    const page = 'Description              Qty   Unit price   Tax    Amount\nYearly Subscription        1        20.00    0%     20.00';
    expect(labelOf(page, 'tax_rate', '0%')).toEqual(['label.heading']);
  });
});

describe('other meaning', () => {
  const date = { type: 'string', format: 'date' };
  const page = `Total due            119.70
Change                30.30
VAT included          10.88
Payable by        8 April 2026
Customer no.          C-3308
Amount                 9.00
Prepayments           50.00`;

  const reasonOf = async (name: string, type: unknown, value: string) => {
    const quote = page.split('\n').find((line) => line.includes(value)) ?? '';
    const tiers = [scriptedModel('reader', [cell(`$.${name}`, value, { quote: quote.replace(/\s+/g, ' ') })])];
    return entryOf(await run({ document: documentOf(page), fields: { [name]: type }, tiers }), `$.${name}`).reason;
  };

  it('a value beside a label of something else is refused where its own has another value', async () => {
    expect(await reasonOf('change', money, '119.70')).toBe('Inferred from header: printed, but "Change" stands beside "30.30"');
  });

  describe('a value beside a label of something else is doubtful, for a field that no concept names', () => {
    it.each([
      ['cashback', money, '119.70', 'Total due'],
      ['date_of_birth', date, '8 April 2026', 'Payable by'],
      ['room', text, 'C-3308', 'Customer no'],
    ])('%s', async (name, type, value, label) => {
      expect(await reasonOf(name, type, value)).toBe(`Label conflict: printed beside "${label}"`);
    });
  });

  describe('but not where its name may mean that, or the label anything', () => {
    it.each([
      ['stay_total', money, '119.70'],
      ['donation', money, '9.00'],
      ['monthly_prepayments', money, '50.00'],
      ['debit_date', date, '8 April 2026'],
      ['member_number', text, 'C-3308'],
    ])('%s', async (name, type, value) => {
      expect(await reasonOf(name, type, value)).not.toContain('printed beside');
    });
  });
});

describe('periods', () => {
  const date = { type: 'string', format: 'date' };
  const page = 'Service from 1 February 2026\nService to 31 March 2026\nTotal  10.00';
  const quote = 'Service from 1 February 2026 Service to 31 March 2026';

  const read = async (first: string, second: string, names: readonly [string, string] = ['period_from', 'period_to']) => {
    const tiers = [scriptedModel('reader', [cell(`$.${names[0]}`, first, { quote }), cell(`$.${names[1]}`, second, { quote })])];
    const outcome = await run({ document: documentOf(page), fields: Object.fromEntries(names.map((name) => [name, date])), tiers });
    return names.map((name) => entryOf(outcome, `$.${name}`).reason.includes('before it begins'));
  };

  describe('a period', () => {
    it('that ends before it begins is doubtful at both ends', async () => {
      expect(await read('31 March 2026', '1 February 2026')).toEqual([true, true]);
      expect(await read('31 March 2026', '1 February 2026', ['start_date', 'end_date'])).toEqual([true, true]);
    });

    it('of one line whose ends are exchanged is refused at both', async () => {
      const line = 'Service from 1 February 2026 to 31 March 2026';
      for (const names of [
        ['period_from', 'period_to'],
        ['start_date', 'end_date'],
      ] as const) {
        const cells = [cell(`$.${names[0]}`, '31 March 2026', { quote: line }), cell(`$.${names[1]}`, '1 February 2026', { quote: line })];
        const outcome = await run({
          document: documentOf(`${line}\nTotal  10.00`),
          fields: Object.fromEntries(names.map((name) => [name, date])),
          tiers: [scriptedModel('reader', cells)],
        });
        expect(names.map((name) => entryOf(outcome, `$.${name}`).reason)).toEqual(
          names.map(() => 'Inferred from header: printed, but it is the other end of its period'),
        );
      }
    });

    it('that begins before it ends is not', async () => {
      expect(await read('1 February 2026', '31 March 2026')).toEqual([false, false]);
    });

    it('has ends of one thing: two dates of others are no period', async () => {
      expect(await read('31 March 2026', '1 February 2026', ['rent_from', 'contract_until'])).toEqual([false, false]);
    });
  });
});

it('takes the question that a page puts and answers for the label of its answer', () => {
  const fields = { reverse_charge: { type: 'boolean' } };
  const page = 'Invoice 17\nWhether tax is payable under reverse charge - No\nTotal  12.00';
  expect(capsOf({ page, fields, path: '$.reverse_charge', value: 'no', said: { quote: 'reverse charge - No' } }, 'label')).toEqual([
    'label.match',
  ]);
});
