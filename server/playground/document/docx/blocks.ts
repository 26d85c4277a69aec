/** A DOCX is shown as paragraphs and tables of text. Pictures, macros and links are left out. */
export type PreviewBlock =
  | { readonly kind: 'paragraph'; readonly runs: readonly TextRun[]; readonly heading: boolean; readonly align: 'start' | 'center' | 'end' }
  | { readonly kind: 'table'; readonly rows: readonly (readonly PreviewCell[])[] };

export interface TextRun {
  readonly text: string;
  readonly bold: boolean;
}

export interface PreviewCell {
  readonly span: number;
  readonly blocks: readonly PreviewBlock[];
}

/** The blocks in one XML file of a DOCX. The browser's XML parser fetches nothing and runs nothing. */
export function blocksIn(xml: string): readonly PreviewBlock[] {
  const { documentElement } = new DOMParser().parseFromString(xml, 'application/xml');
  if (documentElement.localName === 'parsererror') throw new Error('A part of it is no XML.');
  return blocksOf(named(documentElement, 'body')[0] ?? documentElement);
}

/** The content of controls and tracked insertions is included; deleted text is not. */
function blocksOf(container: Element): readonly PreviewBlock[] {
  return [...container.children].flatMap((element): readonly PreviewBlock[] => {
    if (element.localName === 'p') return [paragraphOf(element)];
    if (element.localName === 'tbl') return [tableOf(element)];
    return ['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml'].includes(element.localName) ? blocksOf(element) : [];
  });
}

function paragraphOf(element: Element): PreviewBlock {
  const properties = named(element, 'pPr')[0];
  const style = properties && valOf(named(properties, 'pStyle')[0]);
  const align = { center: 'center', right: 'end', end: 'end' }[(properties && valOf(named(properties, 'jc')[0])) ?? ''] ?? 'start';
  return {
    kind: 'paragraph',
    heading: /^(heading|title)/i.test(style ?? ''),
    align: align as 'start' | 'center' | 'end',
    runs: runsOf(element),
  };
}

function runsOf(container: Element): readonly TextRun[] {
  return [...container.children].flatMap((element): readonly TextRun[] => {
    if (element.localName === 'r') return runOf(element);
    return ['hyperlink', 'ins', 'moveTo', 'sdt', 'sdtContent', 'smartTag', 'fldSimple'].includes(element.localName) ? runsOf(element) : [];
  });
}

function runOf(element: Element): readonly TextRun[] {
  const properties = named(element, 'rPr')[0];
  if (properties && named(properties, 'vanish').length > 0) return [];
  const text = [...element.children].map((part) => texts[part.localName]?.(part) ?? '').join('');
  return text === '' ? [] : [{ text, bold: properties !== undefined && named(properties, 'b').length > 0 }];
}

const texts: Readonly<Record<string, (element: Element) => string>> = {
  t: (element) => element.textContent ?? '',
  tab: () => '\t',
  br: () => '\n',
  cr: () => '\n',
  noBreakHyphen: () => '-',
};

function tableOf(element: Element): PreviewBlock {
  const rows = named(element, 'tr').map((row) =>
    named(row, 'tc').map((cell): PreviewCell => {
      const properties = named(cell, 'tcPr')[0];
      return { span: Number(properties && valOf(named(properties, 'gridSpan')[0])) || 1, blocks: blocksOf(cell) };
    }),
  );
  return { kind: 'table', rows };
}

const named = (element: Element, name: string): readonly Element[] => [...element.children].filter(({ localName }) => localName === name);
const valOf = (element: Element | undefined): string | undefined =>
  [...(element?.attributes ?? [])].find(({ localName }) => localName === 'val')?.value;
