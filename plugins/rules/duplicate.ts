import { hash } from 'node:crypto';
import { abortable, definePlugin, type StatedFinding, type Unknown, unknown, type VerifierRule } from '../../core/index.js';
import { skeleton, squash } from '../../core/text.js';
import { columnValues, earlierDocuments, firstOf } from './records/index.js';

/**
 * No other file with the same seller, number and total has come from this caller, and with `near` none with the same seller, day and total and another
 * number. The same file again is the same document, and letters that look alike are the same letter. Hashes are
 * remembered: in the SQLite file `file`, in PostgreSQL, or where the host of the engine remembers documents. Source: the host's memory.
 */
export default definePlugin({
  kind: 'rule',
  name: 'duplicate',
  options: {
    type: 'object',
    properties: {
      file: { type: 'string', minLength: 1 },
      sql: { type: 'string', minLength: 1 },
      near: { type: 'boolean', default: false },
    },
  },
  create({ near, ...options }, context): VerifierRule {
    const memory = earlierDocuments(options, context);
    return {
      type: 'DUPLICATE',
      needs: ['seller_name', 'invoice_number', 'total', ...(near ? ['issue_date'] : [])].map((name) => ({ name })),
      async check(result, { signal, caller = '' }) {
        const total = firstOf(result, 'total');
        const texts = columnValues(result, { seller_name: '', invoice_number: '' });
        const [seller = '', number = ''] = texts.map(({ value }) => squash(skeleton(value)));
        const date = near ? result.date('issue_date') : unknown;
        const fields = [...texts.map(({ field }) => field), total.field];
        const common = { kind: 'predicate', fields, expected: 'of no earlier document', policy: 'hold' } as const;
        if (texts.length < 2 || total.value === unknown) return [{ ...common, holds: null, actual: null }];
        const limit = AbortSignal.any([signal, AbortSignal.timeout(2_000)]);
        const beside = async (known: readonly string[], fingerprint: string, earlier: string): Promise<StatedFinding> => {
          const key = digest([caller, ...known]);
          const first = await abortable(memory.remember({ key, fingerprint }, limit), limit).catch((): Unknown => unknown);
          if (first === unknown) return { ...common, holds: null, actual: null, note: 'DUPLICATE: the memory cannot be asked' };
          return { ...common, holds: first === fingerprint, actual: first === fingerprint ? 'new' : earlier };
        };
        const same = await beside([seller, number, String(total.value)], result.fingerprint, 'of an earlier document');
        if (date === unknown) return [same];
        const numbered = 'of an earlier document with another number, of the same seller, day and total';
        return [same, await beside([seller, date, String(total.value), 'near'], digest([number]), numbered)];
      },
    };
  },
});

const digest = (texts: readonly string[]): string => hash('sha256', JSON.stringify(texts));
