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
      tax_id: { type: 'string', default: 'tax_id', description: 'the column of the tax number' },
      iban: { type: 'string', default: 'iban', description: 'the column of the account' },
      name: { type: 'string', default: 'name', description: 'the column of the name' },
    },
  },
  create({ tax_id: seller_tax_id, iban, name: seller_name, ...options }, context): VerifierRule {
    const columns = { seller_tax_id, iban, seller_name };
    const names = Object.values(columns);
    const vendors = masterData(options, { columns: names, searched: names, name: 'The list of vendors' }, context);
    return {
      type: 'VENDOR_LIST',
      needs: Object.keys(columns).map((name) => ({ name })),
      async check(result, { signal }) {
        const read = columnValues(result, columns);
        return read.length === 0 ? [] : besideRecord(read, await findRecord(vendors, read, signal), 'those of a vendor in the list');
      },
    };
  },
});
