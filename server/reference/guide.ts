import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Marked } from 'marked';
import { once } from '../../core/index.js';
import { escaped, html, Markup } from '../http/html.js';
import { page } from './page.js';

export interface GuidePage {
  /** The name of its file without folder and ending, which is also its address. */
  readonly name: string;
  readonly title: string;
  readonly html: string;
}

/** The pages by name, in reading order. */
export type Guide = ReadonlyMap<string, GuidePage>;

/** The page that lists the others in reading order; one that it does not list comes last. */
const index = 'README.md';

/** The guide shipped with the package: every page in `server/docs` and its folders. Pages are rendered once, on the first request. */
export const guide = once((): Guide => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('vouch/package.json')), 'server/docs');
  const listed = readFileSync(join(folder, index), 'utf8');
  const rank = (file: string): number => (file === index ? -1 : listed.indexOf(`](${file})`) + 1 || listed.length + 1);
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, name: nameOf(file), text: readFileSync(join(folder, file), 'utf8') }))
    .map(({ file, name, text }) => ({ file, name, text, title: /^# (.+)$/m.exec(text)?.[1] ?? name }))
    .sort((a, b) => rank(a.file) - rank(b.file) || (a.name < b.name ? -1 : 1));
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

/** Where the paths in a page lead; undefined where there is nothing, so that only the words are shown. */
interface LinkTargets {
  /** The source of a picture. */
  picture(path: string): string | undefined;
  /** The address of another page. */
  page(path: string): string | undefined;
}

/** For a page that stands alone: it has no pictures, and every page beside it is known. */
const neighbours: LinkTargets = {
  picture: () => undefined,
  page: (path) => (/^[\w-]+\.md$/.test(path) ? path.replace('.md', '') : undefined),
};

/** Renders a page of the guide. Raw HTML is escaped, and links into the repository become text. */
export function markdown(text: string, targets: LinkTargets = neighbours): Markup {
  const taken = new Map<string, number>();
  const anchor = (heading: string): string => {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before > 0 ? `${name}-${before}` : name;
  };
  const marked = new Marked({
    async: false,
    renderer: {
      html: ({ text: raw }) => escaped(raw),
      heading({ tokens, depth, text: plain }) {
        return `<h${depth} id="${escaped(anchor(plain))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ text: code, lang = '' }) => `${fileName(lang)}<pre><code>${escaped(code)}</code></pre>\n`,
      table({ header, rows }) {
        const cell = ({ tokens, header: heads, text: plain }: (typeof header)[number]): string => {
          const inside = this.parser.parseInline(tokens);
          return heads && plain !== '' ? `<th scope="col">${inside}</th>` : `<td>${inside}</td>`;
        };
        const row = (cells: typeof header): string => `<tr>${cells.map(cell).join('')}</tr>`;
        return `<div class="wide"><table><thead>${row(header)}</thead><tbody>${rows.map(row).join('')}</tbody></table></div>\n`;
      },
      image({ href, text: words }) {
        const source = targets.picture(href);
        return source === undefined ? escaped(words) : `<img src="${escaped(source)}" alt="${escaped(words)}">`;
      },
      link({ href, tokens }) {
        const to = address(href, targets);
        const inside = this.parser.parseInline(tokens);
        return to === undefined ? inside : `<a href="${escaped(to)}">${inside}</a>`;
      },
    },
  });
  return new Markup(marked.parse(text) as string);
}

/** The file name in a code block's info string, such as `json schema.json`. */
function fileName(info: string): string {
  const [, name] = info.split(' ');
  return name?.includes('.') ? `<p class="file"><code>${escaped(name)}</code></p>\n` : '';
}

/** `../use/scores.md#caps` is the page `scores#caps`. What is neither a page nor on the web can be seen on GitHub only. */
function address(href: string, targets: LinkTargets): string | undefined {
  if (/^(https:\/\/|#)/.test(href)) return href;
  const [path = '', heading] = href.split('#');
  const page = targets.page(path);
  return page !== undefined && heading !== undefined ? `${page}#${heading}` : page;
}
