/**
 * Writes the JavaScript of the product to `dist/`; `tsc -b` has checked it, and writes its types. Plain JavaScript, as it runs before all else.
 *
 * A server loads some 400 modules of its own at its start. Found, read and linked one by one, they take a third of the time until it answers, and a
 * sixth of its memory. So they are joined: `dist/engine.js` and `dist/server.js`. What was the file of such a module only exports from there, so that
 * plugins, commands and tests, which import it by its path, get the same one. A child process needs few modules and shares none: each is joined by
 * itself, in one file and one for each part that it loads only when asked. All other modules are translated one by one.
 */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseSync, transformSync } from 'rolldown/utils';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** What a server loads that has no configuration, by the file that it is joined in. What both load belongs to the first. */
const engine = loadedBy([
  ...globSync('{core,config}/index.ts'),
  ...globSync('plugins/{converters/{pdf,docx},recognizers/{tesseract,ppocr},models/{local,facturx},gates/required,injectors/meta}.ts'),
  ...globSync('plugins/rules/{horizontal,vertical}-sum.ts'),
  'plugins/sandbox/isolation.ts',
]);
const server = loadedBy(['server/app/serve.ts']).difference(engine);
const children = new Set(globSync(['plugins/**/child.ts', 'server/jobs/batches/archive-child.ts']));

// What is joined comes first, so that a build that was broken off lacks the command line, which `vouch.js` looks for.
await Promise.all([joinShared(), ...[...children].map(joinChild)]);
for (const table of globSync('{core,plugins}/**/*.json')) cpSync(table, join('dist', table));
for (const module of globSync(['{core,plugins,config,server}/**/*.ts', 'test/kit/**/*.ts'], { exclude: ['server/playground/**'] }))
  if (![engine, server, children].some((set) => set.has(module))) translate(module);

/** The modules that these load, and these. The client's are left where they are, because they are a package of their own, too. */
function loadedBy(modules) {
  const loaded = new Set();
  for (const todo = [...modules]; todo.length > 0; ) {
    const module = todo.pop();
    if (loaded.has(module) || module.startsWith('server/client/')) continue;
    loaded.add(module);
    todo.push(...importsOf(module));
  }
  return loaded;
}

function importsOf(module) {
  const { staticImports, staticExports } = parseSync(module, readFileSync(module, 'utf8')).module;
  const statements = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ from: moduleRequest, entries })),
    ...staticExports.flatMap(({ entries }) => entries.map((entry) => ({ from: entry.moduleRequest, entries: [entry] }))),
  ];
  return statements
    .filter(
      ({ from, entries }) =>
        from?.value.startsWith('.') && from.value.endsWith('.js') && !(entries.length > 0 && entries.every(({ isType }) => isType)),
    )
    .map(({ from }) => posix.join(dirname(module), from.value).replace(/\.js$/, '.ts'));
}

/** A module by itself; what it imports stays where it is. */
function translate(module) {
  const { code, errors } = transformSync(module, readFileSync(module, 'utf8'), { typescript: { onlyRemoveTypeImports: true } });
  if (errors.length > 0) throw new Error(`${module} cannot be translated: ${errors[0].message}`);
  const file = join('dist', module.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

async function joinShared() {
  const within = (module) => engine.has(module) || server.has(module);
  await write([...engine, ...server], within, {
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        { name: 'engine', test: (id) => !server.has(moduleOf(id)) },
        { name: 'server', test: (id) => server.has(moduleOf(id)) },
      ],
    },
  });
}

function joinChild(child) {
  return write([child], () => true, { chunkFileNames: `${dirname(child)}/child-[name].js` });
}

/** Writes modules with what they import of ours, as far as it is `within`. Packages and tables are found at run time. */
async function write(modules, within, output) {
  const entries = new Set(modules.map((module) => resolve(module)));
  const bundle = await rolldown({
    input: Object.fromEntries(modules.map((module) => [module.replace(/\.ts$/, ''), module])),
    platform: 'node',
    transform: { target: 'node22' },
    treeshake: { moduleSideEffects: (id, external) => external || entries.has(id) },
    plugins: [keepPlaces(within)],
  });
  await bundle.write({ dir: 'dist', entryFileNames: '[name].js', ...output });
  await bundle.close();
}

/** Our modules that stay where they are are imported from there, and a joined one still knows the address that its own file has. */
function keepPlaces(within) {
  return {
    name: 'places',
    resolveId(source, importer) {
      if (importer === undefined || source.includes('@oxc-project')) return null;
      if (!source.startsWith('.')) return { id: source, external: true };
      const path = posix.join(dirname(moduleOf(importer)), source);
      const module = path.replace(/\.js$/, '.ts');
      return module.endsWith('.ts') && within(module) ? resolve(module) : { id: `dist:${path}`, external: true };
    },
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null;
      return code.replaceAll('import.meta.url', `new URL("dist:${moduleOf(id).replace(/\.ts$/, '.js')}", import.meta.url).href`);
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(/"dist:([^"]+)"/g, (_, file) => JSON.stringify(`./${posix.relative(dirname(fileName), file)}`));
    },
  };
}

function moduleOf(id) {
  return relative(process.cwd(), id);
}
