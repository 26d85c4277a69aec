import { hash } from 'node:crypto';
import { abortable, definePlugin, type Unknown, unknown, type VerifierRule } from '../../core/index.js';
import { skeleton, squash } from '../../core/text.js';
import { columnValues, earlierDocuments, firstOf } from './records/index.js';

/**
 * No other file with the same seller, number and total has come from this caller. The same file again is the same document, and letters that look alike
 * are the same letter. Hashes are
 * remembered: in the SQLite file `file`, in PostgreSQL, or where the host of the engine remembers documents. Source: the host's memory.
 */
export default definePlugin({
  kind: 'rule',
  name: 'duplicate',
  options: { type: 'object', properties: { file: { type: 'string', minLength: 1 }, sql: { type: 'string', minLength: 1 } } },
  create(options, context): VerifierRule {
    const memory = earlierDocuments(options, context);
    return {
      type: 'DUPLICATE',
      needs: ['seller_name', 'invoice_number', 'total'].map((name) => ({ name })),
      async check(result, { signal, caller = '' }) {
        const total = firstOf(result, 'total');
        const texts = columnValues(result, { seller_name: '', invoice_number: '' });
        const fields = [...texts.map(({ field }) => field), total.field];
        const common = { kind: 'predicate', fields, expected: 'of no earlier document', policy: 'hold' } as const;
        if (texts.length < 2 || total.value === unknown) return [{ ...common, holds: null, actual: null }];
        const parts = [caller, ...texts.map(({ value }) => squash(skeleton(value))), String(total.value)];
        const key = hash('sha256', JSON.stringify(parts));
        const { fingerprint } = result;
        const limit = AbortSignal.any([signal, AbortSignal.timeout(2_000)]);
        const first = await abortable(memory.remember({ key, fingerprint }, limit), limit).catch((): Unknown => unknown);
        if (first === unknown) return [{ ...common, holds: null, actual: null, note: 'DUPLICATE: the memory cannot be asked' }];
        return [{ ...common, holds: first === fingerprint, actual: first === fingerprint ? 'new' : 'of an earlier document' }];
      },
    };
  },
});
