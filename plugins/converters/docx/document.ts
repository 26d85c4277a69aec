import type { DocumentContent, TextLayer, Word } from '../../../core/index.js';
import { unpack } from '../../ooxml/archive.js';
import { type LinkedPart, mainPart } from '../../ooxml/package.js';
import { child, childrenOf, type OfficeElement, toggle, value, within } from '../../ooxml/xml.js';
import type { ParserTask } from '../../sandbox/protocol.js';
import { RefusalError } from '../../sandbox/refusal.js';
import type { DocxBlock } from './blocks.js';
import { layOut } from './layout.js';
import { markdownOf } from './markdown.js';
import { numberingOf } from './numbering.js';
import { picturesOf } from './pictures.js';
import { stylesOf } from './styles.js';
import { blocksOf, type WalkContext } from './walk.js';

/** The number of characters that is charged as one page. */
const charactersPerPage = 3_000;

/** Reads a whole DOCX as one long page. Where that has hardly any words, its pictures follow as pages. @throws RefusalError with the reason. */
export async function readDocument({ bytes, limits }: ParserTask): Promise<DocumentContent> {
  const parts = await unpack(bytes, limits);
  const part = mainPart(parts, limits, 'word/document.xml');
  const body = child(part.root, 'w:body');
  if (!body) throw new RefusalError('unreadable');
  const blocks = assemble(part, body);
  const { words, ...layout } = layOut(blocks);
  const characters = words.reduce((sum, word) => sum + word.text.length + 1, 0);
  const pictures = await picturesOf(parts, words.length);
  const pictured = pictures?.pages ?? [];
  const chargedPages = Math.max(1, Math.ceil(characters / charactersPerPage) + pictured.length);
  if (chargedPages > (limits['maxPages'] ?? 0)) throw new RefusalError('pages', chargedPages);
  return {
    pages: words.length === 0 && pictures ? pictures.pages : [{ number: 1, ...layout, textLayer: layerOf(words), words }, ...pictured],
    ...(pictures && { pictures: pictures.pdf }),
    attachments: [],
    markdown: await markdownOf(blocks),
    chargedPages,
  };
}

const layerOf = (words: readonly Word[]): TextLayer => (words.length > 0 ? 'native' : 'none');

/** The blocks in order: headers, body, the notes that the body refers to, and footers. */
function assemble(part: LinkedPart, body: OfficeElement): readonly DocxBlock[] {
  const notes = { footnotes: new Set<string>(), endnotes: new Set<string>() };
  const context: WalkContext = {
    styles: stylesOf(part.byType('styles')),
    numbering: numberingOf(part.byType('numbering')),
    onNote: (kind, id) => void notes[kind].add(id),
  };
  const read = (container: OfficeElement | undefined): readonly DocxBlock[] => blocksOf(container, context);
  return [
    ...margins(part, body, 'header').flatMap(read),
    ...read(body),
    ...(['footnotes', 'endnotes'] as const).flatMap((kind) => notesOf(part, kind, notes[kind]).flatMap(read)),
    ...margins(part, body, 'footer').flatMap(read),
  ];
}

const notesOf = (part: LinkedPart, kind: 'footnotes' | 'endnotes', ids: ReadonlySet<string>): readonly OfficeElement[] =>
  ids.size === 0
    ? []
    : childrenOf(part.byType(kind), kind === 'footnotes' ? 'w:footnote' : 'w:endnote').filter((note) => ids.has(value(note, 'w:id') ?? ''));

/** The headers or footers that are printed: those for first and even pages only where the document uses them. */
function margins(part: LinkedPart, body: OfficeElement, kind: 'header' | 'footer'): readonly OfficeElement[] {
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
