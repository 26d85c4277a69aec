import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Who may import whom: every import of every source file, compared with the top folders. */
const top = fileURLToPath(new URL('..', import.meta.url));
const topFolders = ['core', 'plugins', 'config', 'server'] as const;
/** What the other folders may import of core: its public doors, each an explicit list. */
const doors = ['core/index.ts', 'core/text.ts'];
/** What plugins of several kinds are built with: the sandbox around a parser, and pdfium inside of it. */
const machinery = ['sandbox', 'pdfium', 'einvoice', 'ooxml'];
/** The files that start a process from its configuration. */
const entryPoints = ['server/app/stand-alone.ts', 'server/cli/demo.ts', 'server/vouch.js'];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typesOnly: boolean;
}

const sources = topFolders.flatMap(sourcesIn);
const imports = sources.flatMap(importsOf);

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[tj]sx?$/.test(file))
    .map((file) => join(folder, file));
}
function textOf(file: string): string {
  return readFileSync(join(top, file), 'utf8');
}
function importsOf(file: string): readonly Import[] {
  const found = textOf(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|\bimport\(\s*'([^']+)'/g,
  );
  return [...found].map((match) => ({
    from: file,
    to: target(file, match[1] ?? match[2] ?? match[3] ?? ''),
    typesOnly: /^\s*(?:import|export) type\b/.test(match[0]),
  }));
}
function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = relative(top, join(top, dirname(file), specifier));
  return [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((candidate) => existsSync(join(top, candidate))) ?? path;
}
/** Everything that is loaded with these files: what they import, and what that imports. Imports of types alone load nothing. */
function reachable(files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const { from, to, typesOnly } of imports) if (from === file && !typesOnly) visit(to);
  };
  files.forEach(visit);
  return found;
}

/**
 * The imports that form circles. An import is on no circle if nobody imports the file it stands in, or if its target imports nothing;
 * taking those away again and again leaves the circles, and what lies between two of them.
 */
function circlesAmong(all: readonly Import[]): readonly Import[] {
  const [importing, imported] = [new Set(all.map(({ from }) => from)), new Set(all.map(({ to }) => to))];
  const left = all.filter(({ from, to }) => imported.has(from) && importing.has(to));
  return left.length === all.length ? all : circlesAmong(left);
}

const topFolderOf = (path: string): string => path.split('/')[0] ?? '';
const breaking = (rule: (found: Import) => boolean): readonly string[] => imports.filter(rule).map(({ from, to }) => `${from} → ${to}`);
const isPage = (file: string): boolean => file.startsWith('server/playground/');
const isReport = (file: string): boolean => file.startsWith('server/report/');
/** What the report, which the page makes as well, imports of core in place of its door, because the door does not run in browsers. */
const forBrowsers = ['core/schema/path.ts', 'core/values/json.ts', 'core/values/money.ts'];
const isEntryPoint = (file: string): boolean => entryPoints.includes(file) || file.startsWith('server/cli/');

describe('the top folders', () => {
  it('are found: every file and its imports', () => {
    expect([sources.length > 150, imports.length > 500]).toEqual([true, true]);
  });

  it('form no circle of imports anywhere, those of types alone included', () => {
    expect(circlesAmong([...imports, ...sourcesIn('test').flatMap(importsOf)]).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('the folders of the server form no circle of imports either', () => {
    const folderOf = (file: string): string =>
      file
        .split('/')
        .slice(0, file.split('/').length > 2 ? 2 : 1)
        .join('/');
    const between = imports
      .filter(({ from, to }) => from.startsWith('server/') && to.startsWith('server/'))
      .map((found) => ({ ...found, from: folderOf(found.from), to: folderOf(found.to) }))
      .filter(({ from, to }) => from !== to);
    expect(new Set(between.map(({ from }) => from)).size).toBeGreaterThan(8);
    expect(circlesAmong(between).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('the contracts import each other and nothing above them', () => {
    const isBelow = (to: string): boolean => to.startsWith('core/contracts/') || to === 'decimal.js';
    expect(breaking(({ from, to }) => from.startsWith('core/contracts/') && !isBelow(to))).toEqual([]);
  });

  it('core imports no other top folder', () => {
    expect(
      breaking(({ from, to }) => topFolderOf(from) === 'core' && ['plugins', 'config', 'server', 'test'].includes(topFolderOf(to))),
    ).toEqual([]);
  });

  it('plugins import the public door of core and their own folder only', () => {
    const own = (from: string, to: string) => {
      const [, kind = '', name = ''] = from.split('/');
      const family = name.replace(/\.ts$/, '');
      const shared = { models: ['llm', 'openai', 'gemini'], recognizers: ['ocr'], rules: ['records'] }[kind] ?? [];
      if (machinery.some((folder) => to.startsWith(`plugins/${folder}/`))) return true;
      // A mail holds files of the other formats.
      const held = kind === 'converters' && family === 'eml' ? ['pdf', 'docx', 'image', 'einvoice', 'xlsx'] : [];
      return [family, ...shared, ...held].some(
        (folder) => to.startsWith(`plugins/${kind}/${folder}/`) || to === `plugins/${kind}/${folder}.ts`,
      );
    };
    expect(
      breaking(
        ({ from, to }) =>
          topFolderOf(from) === 'plugins' && [...topFolders, 'test'].includes(topFolderOf(to)) && !doors.includes(to) && !own(from, to),
      ),
    ).toEqual([]);
  });

  it('config imports the public door of core, and reaches plugins by a dynamic import only', () => {
    expect(
      breaking(
        ({ from, to }) =>
          topFolderOf(from) === 'config' && ['core', 'plugins', 'server', 'test'].includes(topFolderOf(to)) && !doors.includes(to),
      ),
    ).toEqual([]);
  });

  it('server imports the public door of core, and of config the settings, where defaults stand; only its entry points import more of config, and of plugins one file the sandbox, for a child of its own', () => {
    const ofServer = (from: string): boolean => topFolderOf(from) === 'server' && !isPage(from);
    const isOpen = (from: string, to: string): boolean => doors.includes(to) || (isReport(from) && forBrowsers.includes(to));
    expect(breaking(({ from, to }) => ofServer(from) && topFolderOf(to) === 'core' && !isOpen(from, to))).toEqual([]);
    expect(
      breaking(
        ({ from, to }) =>
          ofServer(from) &&
          ((topFolderOf(to) === 'plugins' &&
            !(/^server\/jobs\/batches\/archive(?:-child)?\.ts$/.test(from) && to.startsWith('plugins/sandbox/'))) ||
            (topFolderOf(to) === 'config' && to !== 'config/settings.ts' && !isEntryPoint(from))),
      ),
    ).toEqual([]);
  });

  it('the page, which runs in browsers, shares with the rest what runs anywhere; nobody imports it', () => {
    const shared = [
      'core/schema/parse.ts',
      'core/schema/data.ts',
      'core/shapes/shapes.ts',
      'core/contracts/errors.ts',
      'core/contracts/schema.ts',
      'config/schemas.ts',
      'server/wire/any-of.ts',
      'server/wire/checks.ts',
      'server/wire/extraction.ts',
      'server/wire/service.ts',
      'server/client/index.ts',
      'server/client/evidence.ts',
      'server/client/wishes.ts',
    ];
    const inTopFolders = (to: string): boolean => topFolders.some((folder) => folder === topFolderOf(to)) && !isPage(to);
    expect(breaking(({ from, to }) => isPage(from) && inTopFolders(to) && !shared.includes(to) && !isReport(to))).toEqual([]);
    expect(breaking(({ from, to }) => isPage(to) && !isPage(from))).toEqual([]);
    const loaded = reachable(sources.filter((file) => isPage(file) && file !== 'server/playground/vite.config.ts'));
    expect([...loaded].filter((file) => file.startsWith('node:') || doors.includes(file))).toEqual([]);
  });

  it('the client, which is a package of its own, imports nothing but itself, and in one file the types of answers, which its package has as interfaces', () => {
    const isClient = (path: string): boolean => path.startsWith('server/client/');
    expect(sources.filter(isClient).length).toBeGreaterThan(10);
    const isForPackage = (path: string): boolean => path.startsWith('server/client/package/');
    const isAnswer = ({ from, to, typesOnly }: Import): boolean =>
      from === 'server/client/answer.ts' && to.startsWith('server/wire/') && typesOnly;
    expect(breaking((found) => isClient(found.from) && !isClient(found.to) && !isForPackage(found.from) && !isAnswer(found))).toEqual([]);
  });

  it('the tests are imported by nobody; their published part, the kit, by the command that tests a plugin', () => {
    const usesKit = ({ from, to }: Import): boolean => from.startsWith('server/cli/plugin/') && to === 'test/kit/index.ts';
    expect(breaking((found) => topFolderOf(found.to) === 'test' && !usesKit(found))).toEqual([]);
  });

  it('the kit, which is published, imports no other tests and no plugins', () => {
    const ofKit = sourcesIn('test/kit').flatMap(importsOf);
    const isAllowed = (to: string): boolean => to.startsWith('test/kit/') || to.startsWith('core/') || to.startsWith('config/');
    expect(ofKit.length).toBeGreaterThan(50);
    expect(
      ofKit.filter(({ to }) => to.includes('/') && !to.startsWith('node:') && !isAllowed(to)).map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([]);
  });

  it('folders hold more than three files, but where the folder is a kind of plugin or a template', () => {
    const folders = Map.groupBy(sources, (file) => dirname(file));
    const small = [...folders].filter(([folder, files]) => files.length <= 3 && !folder.startsWith('server/cli/plugin/templates/'));
    const kinds = ['plugins/gates', 'plugins/injectors', 'plugins/recognizers', 'plugins/splitters'];
    const known = [...kinds, 'core/schema', 'server', 'server/client/package', 'server/client/schema', 'server/client/webhooks'];
    expect(small.map(([folder]) => folder).filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it('no name of a type means two things', () => {
    const definitions = sources.flatMap((file) =>
      [...textOf(file).matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm)].map(([, name = '']) => ({ name, file })),
    );
    const doubled = [...Map.groupBy(definitions, ({ name }) => name)].filter(([, places]) => places.length > 1);
    expect(definitions.length).toBeGreaterThan(500);
    expect(doubled.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)).toEqual([]);
  });
});

describe('what may stand in one place only', () => {
  const only = (specifiers: readonly string[], places: readonly (string | RegExp)[]) =>
    breaking(
      ({ from, to }) => specifiers.includes(to) && !places.some((place) => (typeof place === 'string' ? place === from : place.test(from))),
    );

  it('the container: core/engine.ts and core/pipeline.ts', () => {
    expect(only(['tsyringe', 'reflect-metadata'], ['core/engine.ts', 'core/pipeline.ts', 'core/assembly/tokens.ts'])).toEqual([]);
  });

  it('vendor SDKs: their own plugin', () => {
    expect(only(['openai'], [/^plugins\/models\/openai/])).toEqual([]);
    expect(only(['@anthropic-ai/sdk'], [/^plugins\/models\/anthropic/])).toEqual([]);
    expect(only(['@aws-sdk/client-bedrock-runtime'], [/^plugins\/models\/bedrock/])).toEqual([]);
    expect(only(['@aws-sdk/client-s3'], ['server/state/bucket.ts'])).toEqual([]);
  });

  it('retry: one file; the client has its own', () => {
    expect(only(['p-retry'], ['core/flow/retry.ts'])).toEqual([]);
  });

  it('parsers of untrusted files: the converters, and the child that unpacks batches', () => {
    expect(only(['@hyzyla/pdfium', 'mammoth', 'turndown'], [/^plugins\/(?:converters|pdfium)\//])).toEqual([]);
    expect(only(['yauzl'], ['plugins/ooxml/package.ts', 'server/jobs/batches/archive-child.ts'])).toEqual([]);
  });

  it('parsers of untrusted files: the children, and no module that the server itself loads', () => {
    const parsers = [
      'utif2',
      '@hyzyla/pdfium',
      'mammoth',
      'yauzl',
      'turndown',
      'saxes',
      'numfmt',
      'pdf-lib',
      'tesseract.js-core',
      'onnxruntime-web',
    ];
    const isShipped = (file: string): boolean => /^plugins\/\w+s\/[\w-]+\.ts$/.test(file);
    const loaded = reachable(sources.filter((file) => isShipped(file) || entryPoints.includes(file)));
    expect(loaded.has('plugins/einvoice/syntaxes.ts')).toBe(true);
    expect(parsers.filter((parser) => loaded.has(parser))).toEqual([]);
  });

  it('children that read what others send: one start', () => {
    // Elsewhere programs of ours are started: the isolation itself, its probe, Node that checks the syntax of a plugin, the command, npm.
    const sandbox = ['start-child', 'confine', 'probe'].map((name) => `plugins/sandbox/${name}.ts`);
    const starters = [...sandbox, 'config/load-plugin.ts', 'server/vouch.js', 'server/client/package/pack.js'];
    expect(breaking(({ from, to, typesOnly }) => to === 'node:child_process' && !typesOnly && !starters.includes(from))).toEqual([]);
  });

  it('OCR: its plugin', () => {
    expect(breaking(({ from, to }) => to.startsWith('tesseract') && !from.startsWith('plugins/recognizers/tesseract'))).toEqual([]);
  });

  it('the database driver: its store, and the data of a host', () => {
    expect(only(['pg'], [/^server\/state\/postgres/, /^plugins\/rules\/records\//])).toEqual([]);
  });

  it('metrics and traces: their listeners', () => {
    expect(only(['prom-client'], ['server/telemetry/metrics.ts'])).toEqual([]);
    expect(breaking(({ from, to }) => to.startsWith('@opentelemetry') && from !== 'server/telemetry/spans.ts')).toEqual([]);
  });

  it('Markdown: the guide', () => {
    expect(only(['marked'], ['server/reference/guide.ts'])).toEqual([]);
  });

  it('HTTP: the server', () => {
    expect(only(['fastify', '@fastify/multipart'], [/^server\//])).toEqual([]);
  });

  it('the environment: config and the entry points', () => {
    const readers = sources.filter(
      (file) => /\bprocess\.env\b/.test(textOf(file)) && topFolderOf(file) !== 'config' && !isEntryPoint(file) && !isPage(file),
    );
    expect(readers).toEqual([]);
  });

  it('the decorators that write to the global container: nowhere', () => {
    expect(sources.filter((file) => /@(singleton|scoped|registry|autoInjectable)\b|@injectable\(\{/.test(textOf(file)))).toEqual([]);
  });
});

it('no import has side effects: importing core registers nothing and reads no environment', async () => {
  await import('../core/index.js');
  const { container } = await import('tsyringe');
  const { tokens } = await import('../core/assembly/tokens.js');
  expect(Object.values(tokens).map((token) => container.isRegistered(token, true))).toEqual(Object.values(tokens).map(() => false));
});

describe('what is shipped', () => {
  const lock = JSON.parse(textOf('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string; readonly hasInstallScript?: boolean; readonly dev?: boolean }>>;
  };
  const version = (name: string): readonly number[] => (lock.packages[`node_modules/${name}`]?.version ?? '0.0.0').split('.').map(Number);

  it('needs no install script', () => {
    expect(
      Object.entries(lock.packages)
        .filter(([, entry]) => entry.hasInstallScript && !entry.dev)
        .map(([name]) => name),
    ).toEqual([]);
  });

  it.each([
    ['fastify', [5, 12, 1]],
    ['@fastify/multipart', [10, 1, 2]],
    ['mammoth', [1, 12, 3]],
    ['@xmldom/xmldom', [0, 8, 15]],
    ['jszip', [3, 10, 1]],
    ['ajv', [8, 18, 0]],
    ['openai', [7, 55, 0]],
  ] as const)('has %s from %j on, where its advisories are mended', (name, floor) => {
    const found = version(name);
    const difference = floor.map((part, index) => (found[index] ?? 0) - part).find((part) => part !== 0) ?? 0;
    expect(difference).toBeGreaterThanOrEqual(0);
  });
});
