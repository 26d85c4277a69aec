import type { Command } from 'commander';
import { loadPluginFile, ofKind, shippedFile } from '../../../config/index.js';
import { type Check, createEngine, definePlugin, type EngineSettings, parseSchema, type SourceFile } from '../../../core/index.js';
import { combineExitCodes, exitCodes } from '../exit-codes.js';
import { filesIn, namingFile, readInput } from '../inputs.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../options.js';
import type { Terminal } from '../terminal.js';

export function addEInvoice(program: Command, terminal: Terminal): void {
  const command = program
    .command('einvoice')
    .description('Work with electronic invoices: UBL and CII, alone or inside a PDF.')
    .command('check')
    .description('Check invoices by the rules of EN 16931. No model is asked.')
    .argument('<files...>', 'XML or PDF files, or folders of them')
    .option('--json', 'print one line of JSON for each file');
  withSettings(command, ['config', 'deadline']).action(
    (files: readonly string[], { json, ...flags }: { readonly json?: true } & SettingFlags) =>
      checkInvoices({ files, json: json === true }, flags, terminal),
  );
}

/** What a check of one file has found: `unchecked` where there is no invoice with rules in it, or it cannot be read. */
interface CheckedInvoice {
  readonly file: string;
  readonly status: 'valid' | 'broken' | 'unchecked';
  readonly issues: readonly string[];
}

const codes = { valid: exitCodes.done.code, broken: exitCodes.verification.code, unchecked: exitCodes.confidence.code } as const;

async function checkInvoices(
  { files, json }: { readonly files: readonly string[]; readonly json: boolean },
  flags: SettingFlags,
  terminal: Terminal,
): Promise<void> {
  const engine = await openChecker((await loadConfigFor(flags, terminal)).engine);
  const found: number[] = [];
  try {
    for (const file of filesIn(files, ['.xml', '.pdf'], terminal)) {
      const checked = { file, ...(await namingFile(file, async () => engine.check(await readInput(file, terminal)))) };
      terminal.stdout.write(json ? `${JSON.stringify(checked)}\n` : linesOf(checked));
      found.push(codes[checked.status]);
    }
  } finally {
    await engine.close();
  }
  terminal.exit(combineExitCodes(found));
}

const linesOf = ({ file, status, issues }: CheckedInvoice): string =>
  [`${file}: ${says[status]}`, ...issues.map((issue) => `  ${issue}`), ''].join('\n');

const says = { valid: 'valid', broken: 'not valid', unchecked: 'not checked' } as const;

/** The configured converters, that of XML invoices and the rule `en16931` as it is configured; nobody reads the pages. */
async function openChecker(settings: EngineSettings) {
  const shipped = ofKind(await loadPluginFile(shippedFile('en16931', 'rule')), 'rule');
  const rule = settings.rules?.find(({ plugin }) => plugin.name === shipped.name) ?? { plugin: shipped };
  const xml = ofKind(await loadPluginFile(shippedFile('einvoice', 'converter')), 'converter');
  const others = settings.converters.filter(({ plugin }) => plugin.name !== xml.name && !withoutInvoices.has(plugin.name));
  const nobody = definePlugin({ kind: 'model', name: 'nobody', create: () => ({ read: async () => ({ cells: [] }) }) });
  const engine = createEngine({
    ...settings,
    converters: [...others, { plugin: xml }],
    tiers: [{ plugin: nobody }],
    witnesses: [],
    recognizers: [],
    rules: [rule],
  });
  return {
    async check(file: SourceFile): Promise<Omit<CheckedInvoice, 'file'>> {
      const { error, verification } = await engine.extract({ file, schema: anything, threshold: 0, verify: true });
      if (error) return { status: 'unchecked', issues: [error.message] };
      return checkedBy(verification?.checks ?? []);
    },
    close: () => engine.close(),
  };
}

/** Converters of formats that hold no other files. */
const withoutInvoices: ReadonlySet<string> = new Set(['docx', 'xlsx', 'image']);

/** A schema has a field; nobody looks at this one. */
const anything = parseSchema(JSON.stringify({ type: 'object', properties: { invoice_number: { type: 'string' } } }));

function checkedBy(checks: readonly Check[]): Omit<CheckedInvoice, 'file'> {
  const issues = checks.flatMap(({ status, actual, notes }) => (status === 'FAILED' ? [brokenIn(String(actual))] : notes));
  if (checks.some(({ status }) => status === 'FAILED')) return { status: 'broken', issues };
  if (checks.some(({ status }) => status === 'PASSED')) return { status: 'valid', issues };
  const none = 'There is no invoice in UBL or CII with the rules of EN 16931 in it.';
  return { status: 'unchecked', issues: issues.length > 0 ? issues : [none] };
}

/** 'in breach of BR-11: …' → 'BR-11: …' */
const brokenIn = (actual: string): string => actual.replace(/^in breach of /, '');
