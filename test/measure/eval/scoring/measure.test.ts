import { describe, expect, it } from 'vitest';
import { answer, asked, failed } from './answers.js';
import { measure } from './measure.js';

const standard = { threshold: 0.85, required: ['total'] };
const truth = { fields: { total: { value: 120 }, tax: { value: 20 } } };

describe('what was measured', () => {
  it('counts per field what was stated, found and right', () => {
    const { fields, header } = measure(
      [asked(truth, answer({ total: 120, tax: 20 })), asked(truth, answer({ total: 12, tax: null }))],
      standard,
    );
    expect(Object.fromEntries(fields)).toMatchObject({ total: { stated: 2, found: 2, right: 1 }, tax: { stated: 2, found: 1, right: 1 } });
    expect(header).toEqual({ stated: 4, found: 3, right: 2 });
  });

  it('counts as silent what is wrong and reaches the threshold, nulls apart', () => {
    const { headerTrust } = measure(
      [asked(truth, answer({ total: 12, tax: null })), asked(truth, answer({ total: 120, tax: 20 }, { '$.tax': 0.8 }))],
      standard,
    );
    expect(headerTrust.find(({ threshold }) => threshold === 0.85)).toEqual({
      threshold: 0.85,
      accepted: 2,
      wrong: 1,
      nulls: 1,
      alarms: 1,
      right: 2,
    });
    expect(headerTrust.find(({ threshold }) => threshold === 0.7)).toMatchObject({ accepted: 3, wrong: 1, alarms: 0 });
  });

  it('accepts a document whose required fields are all sure', () => {
    const { whole } = measure(
      [
        asked(truth, answer({ total: 120, tax: 20 })),
        asked(truth, answer({ total: 120, tax: 21 })),
        asked(truth, answer({ total: 12, tax: 20 })),
        asked(truth, answer({ total: 120, tax: 20 }, { '$.total': 0.5 })),
        asked(truth, answer({ total: null, tax: 20 })),
        asked(truth, failed),
      ],
      standard,
    );
    expect(whole).toMatchObject({ accepted: 3, acceptedRight: 2, perfect: 1 });
  });

  it('has total, date, seller and currency sure only where the page shows all four', () => {
    const fields = {
      total: { value: 120 },
      issue_date: { value: '2025-03-04' },
      seller_name: { value: 'Acme' },
      currency: { value: 'EUR' },
    };
    const right = { total: 120, issue_date: '2025-03-04', seller_name: 'Acme', currency: 'EUR' };
    const { whole } = measure(
      [
        asked({ fields }, answer({ ...right, tax: 7 })),
        asked({ fields }, answer(right, { '$.currency': 0.8 })),
        asked({ fields }, answer({ ...right, total: 12 })),
        asked({ fields: { ...fields, currency: { value: 'EUR', visible: false } } }, answer(right)),
        asked(truth, answer(right)),
      ],
      standard,
    );
    expect(whole).toMatchObject({ stated: 3, sure: 1 });
  });

  it('holds the verdicts against the sums of the page', () => {
    const sums = (holds: boolean | null) => ({ math_on_page: { horizontal_sum: { holds } } });
    const { verdicts } = measure(
      [
        asked(sums(true), answer({}, {}, [['HORIZONTAL_SUM', 'PASSED']])),
        asked(
          sums(true),
          answer({}, {}, [
            ['HORIZONTAL_SUM', 'PASSED'],
            ['HORIZONTAL_SUM', 'FAILED'],
          ]),
        ),
        asked(sums(false), answer({}, {}, [['HORIZONTAL_SUM', 'FAILED']])),
        asked(sums(null), answer({}, {}, [['HORIZONTAL_SUM', 'CANNOT_VERIFY']])),
        asked({ math_on_page: null }, failed),
      ],
      standard,
    );
    expect(verdicts.horizontal_sum).toEqual({
      holds: { FAILED: 1, PASSED: 1 },
      fails: { FAILED: 1 },
      unknown: { CANNOT_VERIFY: 1, none: 1 },
    });
  });

  it('counts what other checks say where the header is right and where it is not', () => {
    const { checks } = measure(
      [
        asked({ fields: { total: { value: 12 } } }, answer({ total: 12 }, {}, [['DATES', 'FAILED']])),
        asked({ fields: { total: { value: 12 } } }, answer({ total: 13 }, {}, [['DATES', 'FAILED']])),
        asked({ fields: { total: { value: 12 } } }, answer({ total: 12 })),
      ],
      standard,
    );
    expect(checks).toEqual([['DATES', { right: { FAILED: 1, none: 1 }, wrong: { FAILED: 1 } }]]);
  });

  it('counts statuses and error codes', () => {
    const dead = { ...asked(truth, null), reply: { status: 0, text: 'refused', body: null, milliseconds: 1 } };
    expect(measure([asked(truth, failed), asked(truth, answer({})), dead], standard).outcomes).toEqual([
      ['EXTRACTION_FAILED', 1],
      ['HTTP 200', 2],
      ['no answer', 1],
    ]);
  });
});
