import { Marked } from 'marked';
import { escaped, Markup } from '../html.js';

/** A page of the guide as HTML. HTML in it is shown as text; links to other pages lead to their addresses, those into the repository to nothing. */
export function markdown(text: string): Markup {
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
        const row = (cells: typeof header, tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        return `<div class="wide"><table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
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
