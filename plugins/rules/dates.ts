import { definePlugin, unknown, type VerifierRule } from '../../core/index.js';
import { testDay } from './records/index.js';

/**
 * The due date is not before the issue date (EN 16931-1, BT-2 and BT-9), and the issue date is neither long ago nor in the future: a date that
 * was misread is mostly far off. Source: EN 16931-1 for the terms; the bounds are the host's.
 */
export default definePlugin({
  kind: 'rule',
  name: 'dates',
  options: {
    type: 'object',
    properties: { past_years: { type: 'integer', minimum: 1, default: 30 }, future_days: { type: 'integer', minimum: 0, default: 31 } },
  },
  create: ({ past_years: years, future_days: days }): VerifierRule => ({
    type: 'DATES',
    needs: ['issue_date', 'due_date'],
    async check(result) {
      const issued = result.date('issue_date');
      const first = daysFromNow(-365 * years);
      const last = daysFromNow(days);
      const plausible = { holds: (day: string) => day >= first && day <= last, expected: `from ${first} to ${last}` };
      const inOrder = issued === unknown ? undefined : { holds: (day: string) => day >= issued, expected: `on or after ${issued}` };
      return [...testDay(result, 'issue_date', plausible), ...(inOrder ? testDay(result, 'due_date', inOrder) : [])];
    },
  }),
});

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
