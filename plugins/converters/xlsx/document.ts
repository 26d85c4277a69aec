import type { DocumentContent, Page } from '../../../core/index.js';
import { unpack } from '../../ooxml/archive.js';
import { mainPart } from '../../ooxml/package.js';
import { child, childrenOf, value } from '../../ooxml/xml.js';
import type { ParserTask } from '../../sandbox/protocol.js';
import { RefusalError } from '../../sandbox/refusal.js';
import { paletteOf } from './colours.js';
import { changesOf, conditionalAmong } from './conditional.js';
import { isOn, runsOf } from './elements.js';
import { layOut } from './layout.js';
import { type CellGap, gapsAmong, gapsIn, inWords } from './left-out.js';
import { cellsOf, type SheetCell } from './sheet.js';
import { stylesOf } from './styles.js';

/** The number of characters that is charged as one page. */
const charactersPerPage = 3_000;

/** Reads each sheet that is shown as one page, as long and as wide as it needs. @throws RefusalError with the reason. */
export async function readWorkbook({ bytes, limits }: ParserTask): Promise<DocumentContent> {
  const workbook = mainPart(await unpack(bytes, limits), limits, 'xl/workbook.xml');
  if (workbook.root.name !== 'x:workbook') throw new RefusalError('unreadable');
  const styles = workbook.byType('styles');
  const palette = paletteOf(styles, workbook.byType('theme'));
  const changes = changesOf(styles, palette);
  const book = {
    strings: childrenOf(workbook.byType('sharedStrings'), 'x:si').map(runsOf),
    styles: stylesOf(styles, palette),
    epoch1904: isOn(child(workbook.root, 'x:workbookPr'), 'date1904'),
  };
  const budget = new CharacterBudget(limits['maxPages'] ?? 0);
  const sheets = childrenOf(child(workbook.root, 'x:sheets'), 'x:sheet').filter(
    (sheet) => (value(sheet, 'state') ?? 'visible') === 'visible',
  );
  if (sheets.length === 0) throw new RefusalError('no-pages');
  if (sheets.length > (limits['maxPages'] ?? 0)) throw new RefusalError('pages', sheets.length);
  const stale = isOn(child(workbook.root, 'x:calcPr'), 'fullCalcOnLoad');
  const pages: Page[] = [];
  const gaps: (readonly CellGap[])[] = [];
  for (const [index, { attributes }] of sheets.entries()) {
    const sheet = workbook.byId(attributes.get('r:id'));
    const cells: SheetCell[] = [];
    for (const cell of cellsOf(sheet, book)) {
      budget.take(cell.text.length + 1);
      cells.push(cell);
    }
    pages.push(layOut(cells, index + 1));
    gaps.push([
      ...gapsIn(sheet, index + 1, { ...book, stale }),
      ...gapsAmong(
        cells.filter(({ unsure }) => unsure),
        'unsure',
        index + 1,
      ),
      ...gapsAmong(conditionalAmong(sheet, cells, changes), 'conditional', index + 1),
    ]);
  }
  const leftOut = inWords(gaps.flat());
  return { pages, attachments: [], chargedPages: budget.pages, ...(leftOut.length > 0 && { leftOut }) };
}

/** Counts what the cells say while they are read, since many cells may show one long text. */
class CharacterBudget {
  #characters = 0;

  constructor(private readonly maxPages: number) {}

  get pages(): number {
    return Math.max(1, Math.ceil(this.#characters / charactersPerPage));
  }

  /** @throws RefusalError 'pages' at the first page too many */
  take(characters: number): void {
    this.#characters += characters;
    if (this.pages > this.maxPages) throw new RefusalError('pages');
  }
}
