import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExtractionBody } from '../../../server/index.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { sample, samplePath } from '../../fixtures/sample.js';
import { expectCurled, keepingHeaders } from '../../server/support/curl.js';
import { askHost } from '../../server/support/not-held.js';
import { freePort } from '../../support/free-port.js';
import { type Installation, installation, packed } from '../readme/clone.js';
import { guidePage } from '../readme/markdown.js';
import { all, block, links, root } from '../readme/page.js';
import { describeOwnPlugins } from './plugins.js';

/** The package as its users have it: what `npm pack` makes of this tree, installed in an empty project. */
const [providers, hosting] = [guidePage('providers'), guidePage('hosting')];
let team: Installation;
let small: Installation;
beforeAll(async () => {
  const tarball = await packed();
  [team, small] = await Promise.all([installation(tarball), installation(tarball, '--omit=optional')]);
});

describeOwnPlugins(() => team);

const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly exports: object };
/** What may be imported: `.`, `./text`. */
const doors = Object.keys(entries);
const strict = '--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --target es2024 --types node';

describe('the package', () => {
  it('is as publint would have it', async () => {
    expect(await team.run(`publint run ${team.tarball} --strict`)).toMatchObject({ code: 0, out: expect.stringContaining('All good!') });
  });

  it('has types wherever an ES module may import them from, says attw', async () => {
    const { code, out } = await team.run(`attw ${team.tarball} --profile esm-only --format json`);
    const { analysis } = JSON.parse(out) as { readonly analysis: { readonly entrypoints: object } };
    expect([code, Object.keys(analysis.entrypoints)]).toEqual([0, doors]);
  });

  it('has what its README links, but for what only a clone needs', () => {
    const missing = links.filter((link) => !existsSync(join(team.path, 'node_modules/vouch', link)));
    expect(missing.filter((link) => !/^(test|deploy|server\/playground|\.github|Dockerfile|compose\.yaml)\b/.test(link))).toEqual([]);
  });

  it.each(['eval', 'faults', 'calibrate', 'generate'])('has all that vouch %s loads', async (command) => {
    expect(await team.run(`npm exec -- vouch ${command} --help`)).toMatchObject({ code: 0 });
  });

  it('is run by npx', async () => {
    expect(await team.run('npm exec -- vouch schema list')).toMatchObject({ code: 0, out: expect.stringContaining('invoice') });
  });

  it('brings what the second OCR engine runs on, without the package that it is from', async () => {
    const models = 'node_modules/vouch/dist/plugins/recognizers/ppocr/models.js';
    const load = `const { loadModels } = await import('./${models}'); console.log(Object.keys(await loadModels()).join())`;
    expect(await team.run(`node --input-type=module -e "${load}"`)).toMatchObject({ code: 0, out: 'detection,recognition,alphabet\n' });
    expect(existsSync(join(team.path, 'node_modules/onnxruntime-web'))).toBe(false);
  });

  it('has no test in it, only the kit for tests of plugins and what measures, and nothing that only a build needs', async () => {
    const namesIn = async (folder: string): Promise<readonly string[]> =>
      (await team.run(`cd node_modules/vouch/${folder} && ls -A`)).out.trim().split('\n');
    const [top, built, tests, builtTests, kit, builtKit] = await Promise.all(
      ['.', 'dist', 'test', 'dist/test', 'test/kit', 'dist/test/kit'].map(namesIn),
    );
    const isOfTestOrBuild = (name: string): boolean => /test|tsbuildinfo|^\.\w/.test(name);
    expect([top, built].map((names) => names?.filter(isOfTestOrBuild))).toEqual([['test'], ['test']]);
    expect([tests, builtTests]).toEqual([['kit'], ['fakes', 'fixtures', 'kit', 'measure', 'support']]);
    expect([kit, builtKit].map((names) => names?.filter(isOfTestOrBuild))).toEqual([[], []]);
    expect((await team.run("find node_modules/vouch/dist -name '*.test.*'")).out).toBe('');
  });
});

describe('the package without what is optional', () => {
  it('takes at most 150 MB on the disk', async () => {
    expect(Number((await small.run('du -sm node_modules')).out.split('\t')[0])).toBeLessThanOrEqual(150);
  });

  it('reads what has a text layer, and says of a page that is a picture what to install', async () => {
    const { layout } = sample();
    writeFileSync(join(small.path, 'scan.pdf'), await invoicePdf({ ...sample(), layout: { ...layout, scan: 'image' } }));
    expect(await small.run(`npx vouch extract ${samplePath}`)).toMatchObject({ code: 0, out: expect.stringContaining('12,231.98') });
    const { out } = await small.run('npx vouch extract scan.pdf --json');
    expect(out).toMatch(
      /page 1 is a picture that was not read: OCR by tesseract is not installed here: npm install tesseract\.js-core@[\d.]+ @tesseract/,
    );
  });

  it('is no broken installation to its doctor, which says what to install for OCR', async () => {
    const { code, out } = await small.run('npx vouch doctor', { PORT: '0' });
    expect(out).toMatch(/^warn {2}ocr {8}tesseract: OCR by tesseract is not installed here: npm install tesseract\.js-core/m);
    expect([code, out]).toEqual([0, expect.not.stringMatching(/^fail/m)]);
  });

  it('says of a provider what to install', async () => {
    small.add('openai.yaml', 'tiers: [openai:gpt-6-luna]\n');
    expect(await small.run('npx vouch config validate --config openai.yaml', { OPENAI_API_KEY: 'none' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs a package that is not installed: npm install openai$/m),
    });
  });
});

describe('its types', () => {
  it.each([
    ['Node', '--module nodenext', ['consumer.ts', 'doors.ts', 'old.cts']],
    ['a bundler', '--module esnext --moduleResolution bundler', ['consumer.ts', 'doors.ts']],
  ])('hold under the strictest flags, resolved as by %s, without a library being skipped', async (_, resolution, files) => {
    await team.run('rm -f consumer.ts doors.ts old.cts');
    const typed = doors.filter((door) => !door.endsWith('.json'));
    team.add('doors.ts', typed.map((door, index) => `export * as door${index} from 'vouch${door.slice(1)}';\n`).join(''));
    team.add('consumer.ts', readFileSync(join(root, 'test/shipped/package/consumer.ts'), 'utf8'));
    team.add(
      'old.cts',
      "import vouch = require('vouch');\nimport server = require('vouch/server');\nconsole.log(vouch.createEngine.name, server.extractionApi.name);\n",
    );
    expect(await team.run(`tsc ${strict} ${resolution} ${files.join(' ')}`)).toEqual({ code: 0, out: '', err: '' });
  });

  it('are those of what CommonJS may require, too', async () => {
    const required = "console.log(require('vouch').createEngine.name, require('vouch/server').extractionApi.name)";
    expect(await team.run(`node -e "${required}"`)).toMatchObject({ code: 0, out: 'createEngine extractionApi\n' });
  });
});

describe("the guide's app", () => {
  it('compiles and runs in the project: our endpoints with a rule of the team, and errors in its own words', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    team.add(
      'vouch.config.yaml',
      configWith('line-product') + providers.all('yaml', 'vouch.config.yaml').find((config) => config.includes('tesseract:closer')),
    );
    team.add('rules/line-product.ts', block('rules/line-product.ts'));
    team.add('app.ts', hosting.block('app.ts').replace('port: 3000', `port: ${port}`));
    expect(await team.run(`tsc ${strict} --skipLibCheck --module nodenext app.ts rules/line-product.ts`)).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    await team.start('node app.ts', url);

    const own = await askHost(`${url}/own`);
    expect([own.status, await own.json()]).toEqual([500, { oops: 'ours' }]);
    await team.run(`cp ${samplePath} invoice.pdf && npx vouch schema show invoice > invoice.json`);
    const request = hosting.block('beside app.ts').replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`).trim();
    expect(await extractedBy(request)).toMatchObject({ object: { total: 12231.98 } });
    await team.run('sleep 1');
    const { verification } = await extractedBy(
      request.replace(/'output_schema=.*'/, "'output_schema=<invoice.json' -F enable_verification=true"),
    );
    expect(new Set(verification?.checks_run.map(({ type }) => type))).toEqual(new Set(['HORIZONTAL_SUM', 'VERTICAL_SUM', 'LINE_PRODUCT']));
    expect((await askHost(`${url}/documents/v1/playground`, { method: 'POST' })).status).toBe(404);
  });
});

async function extractedBy(request: string): Promise<ExtractionBody> {
  const { out } = await team.run(keepingHeaders(request));
  expectCurled(out, team.path, { method: 'POST', path: '/v1/extract' });
  return JSON.parse(out) as ExtractionBody;
}

/** Of the configurations that the README shows. */
const configWith = (text: string): string => all('yaml', 'vouch.config.yaml').find((config) => config.includes(text)) ?? '';
