import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** The browser that pages are looked at in: the one that VOUCH_TEST_CHROMIUM names, else the one of the package, with its libraries and its font. */
export async function launchChromium(): Promise<Browser> {
  const installed = process.env['VOUCH_TEST_CHROMIUM'];
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ...(installed ? { executablePath: installed } : await packaged()),
  });
}

async function packaged() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `The Chromium of the package runs on Linux x64, not on ${process.platform} ${process.arch}: install one and name it, as in VOUCH_TEST_CHROMIUM=/usr/bin/chromium`,
    );
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** Unpacks it once for all later runs, beside the other caches of the install. Processes that come first together each unpack; one of them wins. */
async function unpacked(): Promise<string> {
  const program = import.meta.resolve('@sparticuz/chromium');
  const modules = fileURLToPath(program.replace(/@sparticuz\/.*/, ''));
  const { version } = JSON.parse(await readFile(join(modules, '@sparticuz/chromium/package.json'), 'utf8')) as { readonly version: string };
  const folder = join(modules, `.cache/vouch-chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  try {
    // It unpacks into the folder for temporary files, and its libraries only where it takes itself to be at AWS.
    const env = { ...process.env, TMPDIR: work, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
    const script = `import chromium from '${program}'; await chromium.executablePath();`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    await writeFile(join(work, 'fonts/fonts.conf'), fonts);
    await rename(work, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY') throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

/** Only the font that was unpacked, wherever that is: pages are laid out alike on every machine. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
