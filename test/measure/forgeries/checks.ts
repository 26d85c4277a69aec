import { loadConfig, loadPluginFile, shippedFile, shippedSchemas } from '../../../config/index.js';
import { createEngine, type Part, parseSchema } from '../../../core/index.js';
import { patienceMs } from '../faults/run/open-documents.js';

/** Rules that need to know nothing of a host. */
const rules = ['dates', 'iban', 'iban-country', 'bic', 'eu-vat', 'line-product', 'line-tax', 'tax-by-rate', 'xml-page', 'caveats'];

const iban = { type: 'string', description: 'The account to pay to' };
const schema = parseSchema(
  JSON.stringify({ ...shippedSchemas.invoice, properties: { ...shippedSchemas.invoice.properties, iban, bic: { type: 'string' } } }),
);

/** What the product as it is shipped, with these rules, says against a file, apart from the signs of a change. */
export async function openChecks() {
  const { engine: settings } = await loadConfig({ env: {}, cwd: '/' });
  const named = await Promise.all(rules.map(async (name) => ({ plugin: await loadPluginFile(shippedFile(name, 'rule')) }) as Part<'rule'>));
  const engine = createEngine({ ...settings, rules: [...(settings.rules ?? []), ...named], deadlineMs: patienceMs });
  const known = new Map<string, ReadonlySet<string>>();
  return {
    /** The types of the checks that fail, and the fields that the gate doubts. A file of one name is looked at once. */
    async failed(name: string, bytes: Uint8Array): Promise<ReadonlySet<string>> {
      const before = known.get(name);
      if (before) return before;
      const { verification, doubts = [] } = await engine.extract({ file: { name, bytes }, schema, verify: true });
      const checks = verification?.checks.filter(({ status }) => status === 'FAILED').map(({ type }) => type) ?? [];
      const fields = doubts.filter(({ cause }) => cause !== 'policy').map(({ path }) => path);
      const failed = new Set([...checks, ...fields]);
      known.set(name, failed);
      return failed;
    },
    close: () => engine.close(),
  };
}
