import { definePlugin, type VerifierRule } from '../../core/index.js';
import { besideRecord, columnValues, findRecord, masterData, masterDataOptions } from './records/index.js';

/**
 * The seller is in the host's list of vendors, and its name, tax number and IBAN are those of one vendor. What agrees speaks for the values; who
 * is not in the list, or has another account than in the list, is held and read again. Source: the host's list.
 */
export default definePlugin({
  kind: 'rule',
  name: 'vendor-list',
  options: {
    type: 'object',
    properties: {
      ...masterDataOptions,
      tax_id: { type: 'string', description: 'the column of the tax number; "tax_id" when absent, if there is one' },
      iban: { type: 'string', description: 'the column of the account; "iban" when absent, if there is one' },
      name: { type: 'string', description: 'the column of the name; "name" when absent, if there is one' },
    },
  },
  create({ tax_id, iban, name, ...options }, context): VerifierRule {
    const columns = { seller_tax_id: tax_id ?? 'tax_id', iban: iban ?? 'iban', seller_name: name ?? 'name' };
    const searched = Object.values(columns);
    const named = [tax_id, iban, name].filter((column) => column !== undefined);
    const terms = { columns: named, optional: searched.filter((column) => !named.includes(column)), atLeast: 2, searched };
    const vendors = masterData(options, { ...terms, name: 'The list of vendors' }, context);
    return {
      type: 'VENDOR_LIST',
      needs: Object.keys(columns).map((name) => ({ name })),
      async check(result, { signal, caller }) {
        const read = columnValues(result, columns);
        if (read.length === 0) return [];
        const found = await findRecord((value) => vendors(value, signal, caller), read, signal);
        return besideRecord(read, found, 'those of a vendor in the list');
      },
    };
  },
});
