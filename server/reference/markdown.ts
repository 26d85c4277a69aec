import { Marked } from 'marked';
import { escaped, Markup } from '../http/html.js';

/** Where the paths in a page lead; undefined where there is nothing, so that only the words are shown. */
export interface LinkTargets {
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
