import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { once } from '../../core/index.js';
import { html, Markup } from '../http/html.js';
import { type LinkTargets, markdown } from './markdown.js';
import { page } from './page.js';

export interface GuidePage {
  /** The name of its file without folder and ending, which is also its address. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
}

/** The pages by name, in reading order. */
export type Guide = ReadonlyMap<string, GuidePage>;

/** Pages that are missing here come last, sorted by name. */
const readingOrder = [
  'README',
  'getting-started',
  'schemas',
  'scores',
  'verification',
  'api',
  'jobs',
  'client',
  'errors',
  'commands',
  'mcp',
  'plugins',
  'rules',
  'providers',
  'architecture',
  'hosting',
  'settings',
  'security',
  'measuring',
  'decisions',
  'comparison',
  'faq',
  'CHANGELOG',
];

/** The guide shipped with the package: every page in `server/docs` and its folders. Pages are rendered once, on the first request. */
export const guide = once((): Guide => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('vouch/package.json')), 'server/docs');
  const rank = (name: string): number => (readingOrder.includes(name) ? readingOrder.indexOf(name) : readingOrder.length);
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, name: nameOf(file), text: readFileSync(join(folder, file), 'utf8') }))
    .map(({ file, name, text }) => ({ file, name, text, title: /^# (.+)$/m.exec(text)?.[1] ?? name }))
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
  const files = pages.map(({ file }) => file);
  return new Map(
    pages.map(({ file, name, title, text }) => {
      const main = markdown(text, targetsFrom(file, { folder, files }));
      return [name, { name, title, html: page({ title, navigation: navigation(pages, name), main }) }];
    }),
  );
});

const nameOf = (file: string): string => basename(file, '.md');

interface GuideFiles {
  readonly folder: string;
  /** The pages, as paths inside the folder. */
  readonly files: readonly string[];
}

/** Where the links in a page lead. Pictures are embedded, so that the page stays one file that loads nothing. */
function targetsFrom(file: string, { folder, files }: GuideFiles): LinkTargets {
  const inFolder = (path: string): string => join(dirname(file), path);
  const pictures = readdirSync(join(folder, 'pictures')).map((picture) => join('pictures', picture));
  return {
    picture(path) {
      if (!pictures.includes(inFolder(path))) return undefined;
      return `data:${mediaTypeOf(path)};base64,${readFileSync(join(folder, inFolder(path)), 'base64')}`;
    },
    page: (path) => (files.includes(inFolder(path)) ? nameOf(path) : undefined),
  };
}

const mediaTypeOf = (picture: string): string => (picture.endsWith('.svg') ? 'image/svg+xml' : 'image/webp');

const navigation = (pages: readonly Pick<GuidePage, 'name' | 'title'>[], current: string): Markup => html`
<strong>Vouch</strong>
<ul>${pages.map(
  ({ name, title }) => html`<li><a href="${name}"${name === current ? new Markup(' aria-current="page"') : ''}>${title}</a></li>`,
)}</ul>
<strong>Reference</strong>
<ul><li><a href="../../docs">All requests and answers</a></li><li><a href="../../openapi.json">openapi.json</a></li></ul>`;
