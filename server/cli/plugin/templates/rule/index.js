import { definePlugin } from 'vouch';

/** A document is due within some days of its issue date. Put what is true of your documents in its place. */
export default definePlugin({
  kind: 'rule',
  name: '__name__',
  api: 1,
  options: { type: 'object', properties: { days: { type: 'integer', minimum: 0, default: 120 } } },
  create: ({ days }) => ({
    type: '__TYPE__',
    needs: ['issue_date', 'due_date'],
    async check(result) {
      const [issued, due] = [result.date('issue_date'), result.date('due_date')];
      const known = typeof issued === 'string' && typeof due === 'string';
      const holds = known ? daysBetween(issued, due) >= 0 && daysBetween(issued, due) <= days : null;
      const expected = known ? `within ${days} days of ${issued}` : null;
      return [{ kind: 'predicate', fields: ['due_date', 'issue_date'], holds, expected, actual: known ? due : null }];
    },
  }),
});

const daysBetween = (from, to) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
