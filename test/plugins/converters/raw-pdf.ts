/** A page in the operators of the PDF language; Helvetica is /F1, black is set. */
export interface RawPage {
  readonly content: string;
  /** Further entries of the page: '/Rotate 90', '/CropBox [0 0 300 400]'. */
  readonly entries?: string;
  readonly resources?: string;
}

/** Additional objects, numbered from 4, and entries of the catalog that refer to them. */
export interface RawExtras {
  readonly objects?: readonly string[];
  readonly catalog?: string;
}

/** Text at a place, as operators. Points, from the bottom left. */
export const at = (x: number, y: number, text: string, size = 12): string => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;

/** A document written by hand, which can contain what a library would refuse to draw. A4 unless the page says otherwise. */
export function rawPdf(pages: readonly RawPage[], { objects: extra = [], catalog = '' }: RawExtras = {}): Uint8Array {
  const first = 4 + extra.length;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] /MediaBox [0 0 595 842] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...extra,
    ...pages.flatMap(({ content, entries = '', resources = '' }, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >> ${entries} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return Buffer.from(write(objects), 'latin1');
}

function write(objects: readonly string[]): string {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}
