import { readFileSync } from 'node:fs';
import { brokenRules, ruledSyntax } from '../../../plugins/einvoice/rules/business-rules.js';
import { xmlTree } from '../../../plugins/einvoice/xml-tree.js';

/** A document of a fixture in the short form that `unit-tests.txt` explains, and how a rule finds it. */
export interface RuleTest {
  readonly rule: string;
  readonly mark: string;
  readonly document: string;
}

/** The tests of each file that a fixture names, in its order. */
export function testsIn(name: string): ReadonlyMap<string, readonly RuleTest[]> {
  const files = new Map<string, RuleTest[]>();
  let [file, rule]: readonly string[] = [];
  const fixture = readFileSync(new URL(`../../fixtures/en16931/${name}`, import.meta.url), 'utf8');
  for (const line of fixture.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    if (line.startsWith('== ')) [, file, rule] = line.split(' ');
    else {
      const [, mark, document] = /^(\S+) (.*)$/.exec(line) ?? [];
      if (file === undefined || rule === undefined || mark === undefined || document === undefined) throw new Error(`no test: ${line}`);
      files.set(file, [...(files.get(file) ?? []), { rule, mark, document }]);
    }
  }
  return files;
}

const xrechnung = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const extension = `${xrechnung}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`;
const vehicles = `${xrechnung}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`;
const peppol = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const inCii = (specification: string) => `ExchangedDocumentContext{GuidelineSpecifiedDocumentContextParameter{ID=${specification}}}`;

/** 'A@b:c=d{E}' → '<A b="c">d<E></E></A>' */
export function xmlOf(short: string): string {
  const long = short
    .replace('$(UBL)', `CustomizationID=${xrechnung}`)
    .replace('$(CII)', inCii(xrechnung))
    .replace('$(EXTENSION)', `CustomizationID=${extension}`)
    .replace('$(EXTENSION-CII)', inCii(extension))
    .replace('$(CVD)', `CustomizationID=${vehicles}`)
    .replace('$(CVD-CII)', inCii(vehicles))
    .replace('$(PEPPOL)', `CustomizationID=${peppol}`)
    .replace('$(PEPPOL-CII)', inCii(peppol))
    .replace(/\$([A-Z]+)/g, 'ID=$1 TaxScheme{ID=VAT}');
  const parts = long.match(/\w+(?:@\w+:[^\s={}]+)*(?:=(?:"[^"]*"|[^\s{}]+))?|[{}]/g) ?? [];
  const open: string[] = [];
  return parts
    .map((part, at) => {
      if (part === '{') return '';
      if (part === '}') return `</${open.pop()}>`;
      const [, name = '', attributes = '', text = ''] = /^(\w+)((?:@\w+:[^\s={}]+)*)(?:="?([^"]*)"?)?$/.exec(part) ?? [];
      const start = `<${name}${attributes.replace(/@(\w+):([^@]+)/g, ' $1="$2"')}>${text}`;
      if (parts[at + 1] !== '{') return `${start}</${name}>`;
      open.push(name);
      return start;
    })
    .join('');
}

/** '-' and '+' as the official files mark their tests, '-3' for three errors, '~' for a warning. */
export function markOf({ rule, document }: RuleTest, wanted: string): string {
  const root = xmlTree(Buffer.from(xmlOf(document)), () => true);
  const syntax = root && ruledSyntax(root);
  if (!root || !syntax) throw new Error('the document has no syntax with rules');
  const found = brokenRules(root, syntax, 1_000).filter((broken) => broken.rule === rule);
  if (found.length === 0) return '+';
  if (found.every(({ severity }) => severity === 'warning')) return '~';
  return /\d/.test(wanted) ? `-${found.length}` : '-';
}
