import { PDFDocument } from 'pdf-lib';
import type { SourceFile } from '../../../../core/index.js';
import type { Fault } from '../../../kit/fault.js';
import { rightLeaves } from '../../../kit/plant-values.js';
import { canMean } from '../../../kit/same-value.js';
import { type FaultLeaf, isLine, withMark } from '../../../kit/sheet.js';

/** A file holds a second document, and one header value is taken from there. */
export const secondDocument: Fault = {
  number: 30,
  name: 'value of a second document',
  standard: 'leaves',
  plant: async (exhibit, random) => {
    const { other } = exhibit;
    if (!other) return [];
    const headers = rightLeaves(exhibit).filter(({ path }) => !isLine(path));
    const taken = random.shuffled(rightLeaves(other).filter((leaf) => isOfAnother(leaf))).slice(0, most);
    const file = taken.length === 0 ? undefined : await joined(exhibit.file, other.file);
    if (!file) return [];
    return taken.map((leaf) => {
      const { value, quote, page } = leaf.mark;
      const mark = { value, quote, page: page === null ? null : page + exhibit.document.pages.length };
      return { sheet: withMark(exhibit.sheet, leaf, mark), targets: [leaf.path], file };
    });

    function isOfAnother({ path, name, mark }: FaultLeaf): boolean {
      return headers.some((leaf) => leaf.path === path) && !canMean(exhibit, { path, name }, mark.value ?? '');
    }
  },
};

/** So many values are taken from each second document, one at a time. */
const most = 4;

/** The pages of both; undefined where one of them is no PDF, or is encrypted or too broken for the library that writes it. */
async function joined(first: SourceFile, second: SourceFile): Promise<SourceFile | undefined> {
  try {
    const strictly = { updateMetadata: false, throwOnInvalidObject: true };
    const [document, other] = [await PDFDocument.load(first.bytes, strictly), await PDFDocument.load(second.bytes, strictly)];
    for (const page of await document.copyPages(other, other.getPageIndices())) document.addPage(page);
    return { ...first, bytes: await document.save() };
  } catch {
    return undefined;
  }
}
