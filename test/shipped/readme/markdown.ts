import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Every page of the guide, by its name: 'scores' → 'server/docs/use/scores.md'. */
export const guidePaths: ReadonlyMap<string, string> = new Map(
  readdirSync(join(root, 'server/docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => [basename(file, '.md'), `server/docs/${file}`]),
);

/** The page of the guide with this name, whichever folder it is in. */
export function guidePage(name: string) {
  const path = guidePaths.get(name);
  if (path === undefined) throw new Error(`the guide has no page "${name}"`);
  return markdownPage(path);
}

/** A fenced block of a page: its language, and the words after it (the file to save it as, or what it shows). */
export interface MarkdownBlock {
  readonly language: string;
  readonly about: string;
  readonly text: string;
}

/** Gives access to the parts of a Markdown page. @throws where a part that a test needs is missing */
export function markdownPage(name: string) {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const blocks = blocksOf(page);
  return {
    page,
    blocks,
    /** The paths of the repository files that it links, as written. */
    links: linksOf(page),

    /** The one block that is saved as this file, or shows this. */
    block(about: string): string {
      const [found, ...more] = blocks.filter((candidate) => candidate.about === about);
      if (!found || more.length > 0) throw new Error(`${name} needs one block "${about}", and has ${found ? more.length + 1 : 0}`);
      return found.text;
    },

    /** Every block of this language that shows this. */
    all(language: string, about = ''): readonly string[] {
      const found = blocks.filter((candidate) => candidate.language === language && candidate.about === about);
      if (found.length === 0) throw new Error(`${name} has no block of ${language} ${about}`);
      return found.map(({ text }) => text);
    },

    /** The text under a heading, up to the next one. */
    section(heading: string): string {
      const start = page.search(new RegExp(`^#+ ${heading}$`, 'm'));
      if (start < 0) throw new Error(`${name} has no heading "${heading}"`);
      const text = page.slice(page.indexOf('\n', start));
      const end = text.search(/^#+ /m);
      return end < 0 ? text : text.slice(0, end);
    },

    /** The rows of the table whose first column has this head, without the head row; cells are as written. */
    table(head: string): readonly (readonly string[])[] {
      const lines = page.split('\n');
      const start = lines.findIndex((line) => line.startsWith(`| ${head} |`));
      if (start < 0) throw new Error(`${name} has no table that begins with "${head}"`);
      const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
      return lines.slice(start + 2, length < 0 ? undefined : start + length).map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    },
  };
}

/** Every fenced block of a page. */
export function blocksOf(text: string): readonly MarkdownBlock[] {
  return [...text.matchAll(/^```(\S+)(?: (.*))?\n([\s\S]*?)^```$/gm)].map(([, language = '', about = '', inside = '']) => ({
    language,
    about,
    text: inside,
  }));
}

/** The paths of the repository files that a page links, as written. */
export const linksOf = (text: string): readonly string[] =>
  [...text.matchAll(/\]\((?!https?:|\/)([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
