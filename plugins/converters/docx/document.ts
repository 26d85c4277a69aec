import type { DocumentContent, TextLayer, Word } from '../../../core/index.js';
import { Refused } from '../../sandbox/inside/refused.js';
import type { Task } from '../../sandbox/protocol.js';
import { unpack } from './archive.js';
import type { Block } from './blocks.js';
import { layOut } from './layout.js';
import { markdownOf } from './markdown.js';
import { numberingOf } from './numbering.js';
import { mainPart, type Part } from './package.js';
import { picturesOf } from './pictures.js';
import { stylesOf } from './styles.js';
import { blocksOf, type Surroundings } from './walk.js';
import { child, childrenOf, type Element, toggle, value, within } from './xml.js';

/** What is charged as one page. */
const charactersAPage = 3_000;

/** Reads a whole DOCX as one long page, and where that says next to nothing, its pictures as pages after it. @throws Refused with the reason. */
export async function readDocument({ bytes, limits }: Task): Promise<DocumentContent> {
  const parts = await unpack(bytes, limits);
  const part = mainPart(parts, limits);
  const body = child(part.root, 'w:body');
  if (!body) throw new Refused('unreadable');
  const blocks = assemble(part, body);
  const { words, ...layout } = layOut(blocks);
  const characters = words.reduce((sum, word) => sum + word.text.length + 1, 0);
  const pictures = await picturesOf(parts, words.length);
  const pictured = pictures?.pages ?? [];
  const chargedPages = Math.max(1, Math.ceil(characters / charactersAPage) + pictured.length);
  if (chargedPages > (limits['maxPages'] ?? 0)) throw new Refused('pages', chargedPages);
  return {
    pages: words.length === 0 && pictures ? pictures.pages : [{ number: 1, ...layout, textLayer: layerOf(words), words }, ...pictured],
    ...(pictures && { pictures: pictures.pdf }),
    attachments: [],
    markdown: await markdownOf(blocks),
    chargedPages,
  };
}

const layerOf = (words: readonly Word[]): TextLayer => (words.length > 0 ? 'native' : 'none');

/** Headers, body, the notes that the body refers to, footers. */
function assemble(part: Part, body: Element): readonly Block[] {
  const notes = { footnotes: new Set<string>(), endnotes: new Set<string>() };
  const surroundings: Surroundings = {
    styles: stylesOf(part.byType('styles')),
    numbering: numberingOf(part.byType('numbering')),
    noted: (kind, id) => void notes[kind].add(id),
  };
  const read = (container: Element | undefined): readonly Block[] => blocksOf(container, surroundings);
  return [
    ...margins(part, body, 'header').flatMap(read),
    ...read(body),
    ...(['footnotes', 'endnotes'] as const).flatMap((kind) => notesOf(part, kind, notes[kind]).flatMap(read)),
    ...margins(part, body, 'footer').flatMap(read),
  ];
}

const notesOf = (part: Part, kind: 'footnotes' | 'endnotes', ids: ReadonlySet<string>): readonly Element[] =>
  ids.size === 0
    ? []
    : childrenOf(part.byType(kind), kind === 'footnotes' ? 'w:footnote' : 'w:endnote').filter((note) => ids.has(value(note, 'w:id') ?? ''));

/** The headers or footers that are printed: those for first and even pages only where the document has such. */
function margins(part: Part, body: Element, kind: 'header' | 'footer'): readonly Element[] {
  const even = toggle(child(part.byType('settings'), 'w:evenAndOddHeaders')) === true;
  const ids = [...within(body, 'w:sectPr')].flatMap((section) => {
    const first = toggle(child(section, 'w:titlePg')) === true;
    const printed = (type: string | undefined): boolean => (type === 'first' ? first : type === 'even' ? even : true);
    return childrenOf(section, `w:${kind}Reference`)
      .filter((reference) => printed(value(reference, 'w:type')))
      .map((reference) => value(reference, 'r:id'));
  });
  return [...new Set(ids)].flatMap((id) => part.byId(id) ?? []);
}
