import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { defineConfig, type Plugin } from 'vite';

const out = fileURLToPath(new URL('../../dist/server/playground', import.meta.url));

/** Copies the files that pdf.js fetches while it shows a page. The version in their path lets browsers cache them. */
const pdfjsFiles = (): Plugin => ({
  name: 'pdfjs-files',
  closeBundle() {
    const from = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
    for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
      cpSync(join(from, folder), join(out, 'pdfjs', pdfjs.version, folder), {
        recursive: true,
        filter: (path) => !/\.wasm$|quickjs/i.test(path),
      });
    }
  },
});

/** Writes a gzip file next to each script and style sheet, so that the server can send it as it is. */
const gzipFiles = (): Plugin => ({
  name: 'gzip-files',
  closeBundle() {
    const assets = join(out, 'assets');
    for (const file of readdirSync(assets).filter((name) => /\.(?:m?js|css)$/.test(name)))
      writeFileSync(join(assets, `${file}.gz`), gzipSync(readFileSync(join(assets, file)), { level: 9 }));
  },
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [pdfjsFiles(), gzipFiles()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: { __PDFJS__: JSON.stringify(pdfjs.version) },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2024',
    // The first that have light-dark(); es2024 alone stands for browsers that run no script of this page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: ['index.html', 'review.html'].map((page) => fileURLToPath(new URL(page, import.meta.url))),
      checks: { pluginTimings: false },
    },
  },
  experimental: {
    // The page is at …/playground and its files are below it, under any prefix that a host chooses.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `./playground/${file}` : { relative: true }),
  },
  logLevel: 'warn',
});
