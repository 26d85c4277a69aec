import { createHash } from 'node:crypto';
import { ConfigError, definePlugin, type Unknown, unknown, type VerifierRule } from '../../core/index.js';
import { squash } from '../../core/internal.js';
import { columnValues, firstOf, sqliteEarlierDocuments } from './records/index.js';

/**
 * No other file with the same seller, number and total has come from this caller. The same file again is the same document. Hashes are
 * remembered, in the SQLite file `file` or where the host of the engine remembers documents. Source: the host's memory.
 */
export default definePlugin({
  kind: 'rule',
  name: 'duplicate',
  options: { type: 'object', properties: { file: { type: 'string', minLength: 1 } } },
  create({ file }, context): VerifierRule {
    const memory = file === undefined ? context.earlierDocuments : sqliteEarlierDocuments(file, context);
    if (!memory) throw new ConfigError('Plugin "duplicate" needs the option "file", where it remembers documents');
    return {
      type: 'DUPLICATE',
      needs: ['seller_name', 'invoice_number', 'total'].map((name) => ({ name })),
      async check(result, { signal, caller = '' }) {
        const total = firstOf(result, 'total');
        const texts = columnValues(result, { seller_name: '', invoice_number: '' });
        const fields = [...texts.map(({ field }) => field), total.field];
        const said = { kind: 'predicate', fields, expected: 'of no earlier document', policy: 'hold' } as const;
        if (texts.length < 2 || total.value === unknown) return [{ ...said, holds: null, actual: null }];
        const parts = [caller, ...texts.map(({ value }) => squash(value)), String(total.value)];
        const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
        const first = await memory.remember({ key, fingerprint: result.fingerprint }, signal).catch((): Unknown => unknown);
        if (first === unknown) return [{ ...said, holds: null, actual: null, note: 'DUPLICATE: the memory cannot be asked' }];
        return [{ ...said, holds: first === result.fingerprint, actual: first === result.fingerprint ? 'new' : 'of an earlier document' }];
      },
    };
  },
});
