import { hash } from 'node:crypto';
import { definePlugin, unknown, type VerifierRule } from '../../core/index.js';
import { skeleton, squash } from '../../core/text.js';
import { columnValues, earlierDocuments, firstOf, isFirst, memoryOptions } from './records/index.js';

/**
 * No other file with the same seller, number and total has come from this caller; with `near` none with their day, but another number, either. Letters
 * that look alike are the same letter. Hashes are remembered: in the SQLite file `file`, in PostgreSQL, or where the host does. Source: the host's memory.
 */
export default definePlugin({
  kind: 'rule',
  name: 'duplicate',
  options: { type: 'object', properties: { ...memoryOptions, near: { type: 'boolean', default: false } } },
  create({ near, ...options }, context): VerifierRule {
    const memory = earlierDocuments(options, context);
    return {
      type: 'DUPLICATE',
      needs: ['seller_name', 'invoice_number', 'total', ...(near ? ['issue_date'] : [])].map((name) => ({ name })),
      async check(result, { signal, caller = '' }) {
        const total = firstOf(result, 'total');
        const texts = columnValues(result, { seller_name: '', invoice_number: '' });
        const [seller = '', number = ''] = texts.map(({ value }) => squash(skeleton(value)));
        const fields = [...texts.map(({ field }) => field), total.field];
        const common = { kind: 'predicate', fields, expected: 'of no earlier document', policy: 'hold' } as const;
        if (texts.length < 2 || total.value === unknown) return [{ ...common, holds: null, actual: null }];
        const sum = String(total.value);
        const day = near ? result.date('issue_date') : unknown;
        const asked = [{ key: [caller, seller, number, sum], own: result.fingerprint, earlier: 'of an earlier document' }];
        const like = { own: hash('sha256', number), earlier: 'of an earlier one with another number' };
        if (day !== unknown) asked.push({ key: [caller, seller, day, sum, 'near'], ...like });
        return Promise.all(asked.map(async (one) => ({ ...common, ...(await isFirst(memory, one, signal)) })));
      },
    };
  },
});
