import { Marked } from 'marked';
import { escaped, Markup } from '../http/html.js';

/** The address of a picture that the text names; undefined where there is none: its words are shown instead. */
export type Picture = (path: string) => string | undefined;

/** A page of the guide as HTML. HTML in it is shown as text; links to other pages lead to their addresses, those into the repository to nothing. */
export function markdown(text: string, picture: Picture = () => undefined): Markup {
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
        const source = picture(href);
        return source === undefined ? escaped(words) : `<img src="${escaped(source)}" alt="${escaped(words)}">`;
      },
      link({ href, tokens }) {
        const to = address(href);
        const inside = this.parser.parseInline(tokens);
        return to === undefined ? inside : `<a href="${escaped(to)}">${inside}</a>`;
      },
    },
  });
  return new Markup(marked.parse(text) as string);
}

/** A block that is to be saved says so: `json schema.json`. */
function fileName(info: string): string {
  const [, name] = info.split(' ');
  return name?.includes('.') ? `<p class="file"><code>${escaped(name)}</code></p>\n` : '';
}

/** `scores.md#caps` is the page `scores#caps`; what is no page and no address of the web is only on GitHub. */
function address(href: string): string | undefined {
  if (/^(https:\/\/|#)/.test(href)) return href;
  return /^[\w-]+\.md(#.*)?$/.test(href) ? href.replace('.md', '') : undefined;
}
