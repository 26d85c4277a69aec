import JSZip from 'jszip';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(' ');
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A part of a DOCX: its root element with all namespaces. */
export const part = (root: string, content: string): string => `${declaration}<w:${root} ${namespaces}>${content}</w:${root}>`;

/** A DOCX with a body written by hand, and further parts by name, which are related as `rId1`, `rId2`, … in order. */
export function rawDocx(body: string, further: Readonly<Record<string, string>> = {}): Promise<Uint8Array> {
  const related = Object.keys(further).map((name, index) => {
    const type = name.replace(/\d*\.xml$/, '');
    return `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${name}"/>`;
  });
  return zip({
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationships(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/>`),
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationships(related.join('')),
    ...Object.fromEntries(Object.entries(further).map(([name, content]) => [`word/${name}`, content])),
  });
}

const relationships = (content: string): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;

export function zip(parts: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const archive = new JSZip();
  for (const [name, content] of Object.entries(parts)) archive.file(name, content, { createFolders: false });
  return archive.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`;
export const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : paragraph(content)}</w:tc>`;
export const row = (...cells: readonly string[]): string =>
  `<w:tr>${cells.map((content) => (content.startsWith('<w:tc>') ? content : cell(content))).join('')}</w:tr>`;
export const table = (...rows: readonly string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;
