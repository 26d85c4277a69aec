import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { once } from '../../core/internal.js';
import { html, Markup } from '../http/html.js';
import { markdown, type Picture } from './markdown.js';
import { page } from './page.js';

export interface GuidePage {
  /** Its file's name without the ending, and its address. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
}

/** The pages by their names, in the order in which they are best read. */
export type Guide = ReadonlyMap<string, GuidePage>;

/** Pages that are not here come last, by name. */
const order = [
  'README',
  'getting-started',
  'schemas',
  'scores',
  'verification',
  'errors',
  'plugins',
  'providers',
  'commands',
  'settings',
  'hosting',
  'security',
  'measuring',
  'decisions',
  'comparison',
  'faq',
  'CHANGELOG',
];

/** The guide that is shipped with the package, `server/docs`, as pages. They are made once, when the first is asked for. */
export const guide = once((): Guide => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('vouch/package.json')), 'server/docs');
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const texts = names.map((name) => ({ name, text: readFileSync(join(folder, `${name}.md`), 'utf8') }));
  const titles = texts.map(({ name, text }) => ({ name, title: /^# (.+)$/m.exec(text)?.[1] ?? name }));
  return new Map(
    texts.map(({ name, text }, index) => {
      const title = titles[index]?.title ?? name;
      return [name, { name, title, html: page({ title, navigation: navigation(titles, name), main: markdown(text, pictureIn(folder)) }) }];
    }),
  );
});

/** Pictures stand in the page, so that it stays one file that loads nothing. */
const pictureIn = (folder: string): Picture => {
  const paths = readdirSync(join(folder, 'pictures')).map((file) => `pictures/${file}`);
  return (path) => (paths.includes(path) ? `data:image/webp;base64,${readFileSync(join(folder, path), 'base64')}` : undefined);
};

const navigation = (pages: readonly Pick<GuidePage, 'name' | 'title'>[], current: string): Markup => html`
<strong>Vouch</strong>
<ul>${pages.map(
  ({ name, title }) => html`<li><a href="${name}"${name === current ? new Markup(' aria-current="page"') : ''}>${title}</a></li>`,
)}</ul>
<strong>Reference</strong>
<ul><li><a href="../../docs">All requests and answers</a></li><li><a href="../../openapi.json">openapi.json</a></li></ul>`;
