import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleDocuments } from '../../../kit/example-subjects.js';
import { root } from '../../../shipped/readme/markdown.js';
import { cliWorkspace } from '../cli-workspace.js';

const rule = (check: string, more = ''): string =>
  `export default { kind: 'rule', name: 'own', ${more} create: (options) => ({ type: 'OWN', needs: ['due_date', 'issue_date'], async check(result, { signal }) { ${check} } }) };\n`;
const days = `
  const [issued, due] = [result.date('issue_date'), result.date('due_date')];
  const known = typeof issued === 'string' && typeof due === 'string';
  const holds = known ? Date.parse(due) - Date.parse(issued) <= 120 * 86400000 && due >= issued : null;
  return [{ kind: 'predicate', fields: ['due_date'], holds, expected: 'soon', actual: known ? due : null }];`;

const { folder, command } = cliWorkspace();
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return `./${name}`;
};

describe('vouch plugin test', () => {
  it('says what a rule catches that nobody catches without it, and what it costs', async () => {
    const { code, out } = await command(['plugin', 'test', file('days.js', rule(days)), '--misprints', '--json']);
    const [{ contract, measure }] = JSON.parse(out);
    expect([code, contract.filter(({ failure }: { failure?: string }) => failure)]).toEqual([0, []]);
    expect(measure).toMatchObject({ documents: 6, lost: 0, held: 0 });
    expect(measure.faults['print: a year too late (due_date)']).toEqual({ planted: 5, without: 0, with: 5 });
  });

  it.each([
    ['throws', "throw new TypeError('oops')", /✗ answers each example[\s\S]*brightwater: it throws TypeError: oops/],
    ['never ends', 'await new Promise(() => {})', /✗ ends where the caller is gone before it begins[\s\S]*pass the signal on/],
    [
      'remembers',
      'globalThis.n = (globalThis.n ?? 0) + 1; return [{ kind: "predicate", fields: [], holds: true, expected: String(globalThis.n), actual: null }]',
      /✗ says the same again/,
    ],
    [
      'passes on nothing',
      'return [{ kind: "predicate", fields: ["total"], holds: true, expected: null, actual: null }]',
      /it passes, though nobody knows any value/,
    ],
    ['finds nonsense', 'return [{ fields: "total", expected: 1, actual: 1 }]', /the "fields" of a finding are no list of names/],
  ])('fails a rule that %s, and says why', async (name, check, why) => {
    const { code, out } = await command(['plugin', 'test', file(`${name.replaceAll(' ', '-')}.js`, rule(check)), '--misprints']);
    expect([code, out]).toEqual([2, expect.stringMatching(why)]);
  });

  it('fails a gate that doubts for a reason that is none', async () => {
    const gate = "export default { kind: 'gate', name: 'own', create: () => ({ review: () => [{ path: '$', cause: 'nonsense' }] }) };\n";
    const { code, out } = await command(['plugin', 'test', file('nonsense.js', gate), '--misprints']);
    expect([code, out]).toEqual([2, expect.stringMatching(/a "cause" is none of null, unsure, policy, person/)]);
  });

  it.each([
    ['an injector', 'injector', 'inject: ({ data }) => data', /inject\(\) gives an object without "_meta"/],
    ['a model', 'model', 'read: async () => ({})', /read\(\) gives no list of "cells"/],
    ['a recognizer', 'recognizer', 'recognize: async () => ({ words: [{}], turn: 0 })', /a word has no "text"/],
  ])('fails %s whose answer the engine would refuse', async (_, kind, method, why) => {
    const plugin = `export default { kind: '${kind}', name: 'own', create: () => ({ ${method} }) };\n`;
    const { code, out } = await command(['plugin', 'test', file(`refused-${kind}.js`, plugin), '--misprints']);
    expect([code, out]).toEqual([2, expect.stringMatching(why)]);
  });

  it.each([
    ["['nope']", "'due_date', 'issue_date'", /✗ names only fields[^\n]*\n.*"nope", which is neither in the schema nor in its needs\.\n/],
    ["['due_dat']", "'due_date', 'issue_date'", /it names the field "due_dat", which is neither.*Did you mean "due_date"\?/],
    ["['line_items[0].amont']", "'due_date', 'issue_date'", /"line_items\[0\]\.amont".*Did you mean "line_items\[\]\.amount"\?/],
    ["['due_date']", "'due_date', 'totall'", /it needs the concept "totall", which does not exist\. Did you mean "total"\?/],
  ])('fails a rule that says something of %s and needs %s', async (fields, needs, why) => {
    const named = rule(days.replace("['due_date']", fields)).replace("'due_date', 'issue_date'", needs);
    const { code, out } = await command(['plugin', 'test', file(`named-${fields.length}-${needs.length}.js`, named), '--misprints']);
    expect([code, out]).toEqual([2, expect.stringMatching(why)]);
  });

  it('lets a rule say something of rows, arrays and fields that it describes', async () => {
    const fields =
      "fields: ['line_items', 'line_items[0].amount', 'line_items[].amount', 'own'], holds: true, expected: null, actual: null";
    const check = `if (result.text('total') !== '') return typeof result.date('issue_date') === 'string' ? [{ kind: 'predicate', ${fields} }] : [];`;
    const named = rule(check).replace("['due_date', 'issue_date']", "['line_amount', { name: 'own' }]");
    const { code, out } = await command(['plugin', 'test', file('rows.js', named), '--misprints']);
    expect([out.match(/✗.*\n.*/)?.[0], code]).toEqual([undefined, 0]);
  });

  it('says of a rule that it never comes to a result', async () => {
    const check = "return [{ kind: 'predicate', fields: ['due_date'], holds: null, expected: null, actual: null }]";
    const { code, out } = await command(['plugin', 'test', file('never.js', rule(check)), '--misprints']);
    expect([code, out]).toEqual([0, expect.stringContaining('it says something of 6\n               but comes to a result on none:')]);
    const decides = await command(['plugin', 'test', file('decides.js', rule(days)), '--misprints']);
    expect(decides.out).not.toContain('comes to a result on none');
  });

  it('fails a rule that starts with options it cannot work with', async () => {
    const options = "options: { type: 'object', properties: { most: { type: 'number' } } }, ";
    const given = file(
      'options.js',
      rule('return []', options)
        .replace('create: (options) =>', "create: (options) => { if (options.most > 3) throw 'no'; return")
        .replace('}) };', '}) } };'),
    );
    const { code, out } = await command(['plugin', 'test', given, '--options', '{"most": 4}', '--misprints']);
    expect(code).toBe(2);
    expect(out).toMatch(/✗ starts with these options/);
  });

  it('begins paths where they are written: in the configuration, on the command line, in a package', async () => {
    const vendors = 'name,tax_id,iban\nBrightwater Ltd,IE6388047V,\n';
    for (const name of ['project/rules', 'packed']) mkdirSync(join(folder, name), { recursive: true });
    for (const name of ['project/vendors.csv', 'here.csv', 'packed/own.csv']) file(name, vendors);
    file('project/own.config.yaml', 'rules: [{ use: vendor-list, csv: ./vendors.csv }]\n');
    file('project/rules/days.js', rule(days));
    file('packed/package.json', JSON.stringify({ type: 'module', vouch: { options: { csv: './own.csv' } } }));
    const reads = 'create: ({ csv }, { folder }) => { readFileSync(join(folder, csv)); return';
    const options = "options: { type: 'object', properties: { csv: { type: 'string' } } }, ";
    const own = rule(days, options)
      .replace('create: (options) =>', reads)
      .replace(/\}\) \};\n$/, '}) } };\n');
    file('packed/index.js', `import { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\n${own}`);
    const config = ['--config', 'project/own.config.yaml', '--misprints'];
    const tested = async (...args: readonly string[]) => command(['plugin', 'test', ...args, ...config]);
    const all = [
      await tested('./project/rules/days.js'),
      await tested('vendor-list', '--options', '{"csv": "./here.csv"}'),
      await tested('./packed'),
    ];
    expect(all.map(({ code, out, err }) => [code, out.match(/✗.*\n.*/)?.[0], err])).toEqual(all.map(() => [0, undefined, '']));
  });

  it('plants into documents of one’s own', async () => {
    const [example] = exampleDocuments;
    for (const name of ['own/docs', 'own/truth']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'own/truth/brightwater.json'), JSON.stringify(example?.truth));
    writeFileSync(join(folder, 'own/docs/brightwater.txt'), example?.page ?? '');
    const core = JSON.stringify(new URL('../../../../dist/core/index.js', import.meta.url).href);
    file('text.js', readFileSync('server/cli/plugin/templates/converter/index.js', 'utf8').replace("'vouch'", core));
    file('own.config.yaml', 'converters: [./text.js]\n');
    const flags = ['--config', 'own.config.yaml', '--documents', 'own', '--misprints'];
    const { code, out, err } = await command(['plugin', 'test', file('own.js', rule(days)), ...flags]);
    expect(err).toBe('');
    expect([code, out]).toEqual([0, expect.stringContaining('documents    1, and it says something of 1')]);

    for (const id of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, `own/truth/${id}.json`), JSON.stringify({ ...example?.truth, id }));
    const again = await command(['plugin', 'test', file('own.js', rule(days)), ...flags]);
    expect([again.code, again.err]).toEqual([0, 'left out: a, b, c and 1 more: there is no document of this name in docs/\n']);
  });

  it('with --watch tests again after each change, also one that comes while it is testing', async () => {
    mkdirSync(join(folder, 'watched'));
    const loaded = (what: string): string => file('watched/index.js', `process.stderr.write('has ${what}\\n');\n${rule(days)}`);
    const given = loaded('begun');
    const program = join(root, 'dist/server/cli/main.js');
    const child = spawn(process.execPath, [program, 'plugin', 'test', given, '--watch'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    while (!String((await lines.next()).value).includes('a document'));
    loaded('changed');
    await expect.poll(() => said, { timeout: 30_000, interval: 20 }).toContain('has changed');
    loaded('changed while it was tested');
    await expect.poll(() => said, { timeout: 30_000 }).toMatch(/has changed while it was tested[\s\S]*tested again in [\d.]+ s/);
  });

  it.each([
    [['nowhere'], 'There is no folder or file'],
    [['.'], 'has no package.json. vouch plugin new makes a folder that has what it needs'],
    [['dates', '--options', '[1]'], '--options must be a JSON object'],
    [['dates', '--documents', '.'], 'has no folder "truth"'],
    [['dates', '--readings', 'large'], '--readings belongs to --documents'],
    [['dates', '--plant-in', '0'], '--plant-in must be a whole number from 1'],
  ])('refuses %j: %s', async (args, why) => {
    const { code, err } = await command(['plugin', 'test', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
  });
});

describe('vouch plugin new', () => {
  it('makes a folder once, and says what is wrong with a name, a kind or a folder', async () => {
    const made = async (name: string, ...flags: readonly string[]) => (await command(['plugin', 'new', 'gate', name, ...flags])).err;
    expect(await made('all-fields')).toMatch(/cd vouch-plugin-all-fields\n {2}npm install\n {2}npm test\n$/);
    // A project that has Vouch needs no second one, as from a registry that may not have it.
    cpSync(join(root, 'package.json'), join(folder, 'project/node_modules/vouch/package.json'), { recursive: true });
    expect(await made('few-fields', '--folder', 'project/few')).toMatch(/cd project\/few\n {2}npm test\n$/);
    const refusals = [
      ['gate', 'all-fields'],
      ['ruel', 'due-date'],
      ['rule', 'Due Date'],
      ['rule', 'vouch-plugin-due'],
    ];
    const said = await Promise.all(refusals.map((args) => command(['plugin', 'new', ...args])));
    expect(said.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(said.map(({ err }) => err)).toEqual([
      expect.stringContaining('has files already; --folder names another'),
      expect.stringContaining('Did you mean "rule"?'),
      expect.stringContaining('is no name of a plugin'),
      expect.stringContaining('vouch-plugin- is put before it'),
    ]);
  });
});
