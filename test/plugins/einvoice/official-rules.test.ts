import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenRules, ruledSyntax } from '../../../plugins/einvoice/rules/business-rules.js';
import { xmlTree } from '../../../plugins/einvoice/xml-tree.js';

const fixture = readFileSync(new URL('../../fixtures/en16931/unit-tests.txt', import.meta.url), 'utf8');

interface OfficialTest {
  readonly rule: string;
  readonly mark: string;
  readonly document: string;
}

/** The tests of each file, in its order. */
function officialTests(): ReadonlyMap<string, readonly OfficialTest[]> {
  const files = new Map<string, OfficialTest[]>();
  let [file, rule]: readonly string[] = [];
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

/** 'A@b:c=d{E}' → '<A b="c">d<E></E></A>' */
function xmlOf(short: string): string {
  const long = short.replace(/\$([A-Z]+)/g, 'ID=$1 TaxScheme{ID=VAT}');
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
function markOf({ rule, document }: OfficialTest, wanted: string): string {
  const root = xmlTree(Buffer.from(xmlOf(document)), () => true);
  const syntax = root && ruledSyntax(root);
  if (!root || !syntax) throw new Error('the document has no syntax with rules');
  const found = brokenRules(root, syntax, 1_000).filter((broken) => broken.rule === rule);
  if (found.length === 0) return '+';
  if (found.every(({ severity }) => severity === 'warning')) return '~';
  return /\d/.test(wanted) ? `-${found.length}` : '-';
}

describe('the unit tests of the validation artefacts', () => {
  it.each([...officialTests()])('of %s are passed', (_file, tests) => {
    expect(tests.map((test) => markOf(test, test.mark))).toEqual(tests.map(({ mark }) => mark));
  });

  it('are written as XML before they are read', () => {
    expect(xmlOf('Invoice{A@b:c=1 B="x y"{C} $S}')).toBe(
      '<Invoice><A b="c">1</A><B>x y<C></C></B><ID>S</ID><TaxScheme><ID>VAT</ID></TaxScheme></Invoice>',
    );
  });
});
