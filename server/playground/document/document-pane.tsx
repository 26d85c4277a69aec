import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.js';
import { useSample } from '../setup/use-sample.js';
import { useStore } from '../state/store.js';
import { DocxSheet } from './docx/docx-sheet.js';
import { EvidenceLine } from './evidence/evidence-line.js';
import { usePageOfField } from './evidence/use-page-of-field.js';
import { usePlaces } from './evidence/use-places.js';
import { PdfSheet } from './pdf/pdf-sheet.js';
import { type Sheets, sheetsOf } from './sheets.js';
import { Scroller } from './view/scroller.js';
import { Toolbar } from './view/toolbar.js';
import type { Sight } from './view/turn.js';
import { useSearch } from './view/use-search.js';

/** The document, with the places of its values. */
export function DocumentPane() {
  const { chosen } = useStore().state;
  const opened = chosen?.opened;
  return (
    <section class="document" aria-label="Document view">
      {!chosen && <Nothing />}
      {chosen && !opened && <p class="document-note">Opening {chosen.file.name} …</p>}
      {opened?.kind === 'unreadable' && (
        <div class="document-note">
          <Icon name="file" />
          <p>
            <strong>{chosen?.file.name} cannot be shown.</strong>
          </p>
          <p>{opened.reason}</p>
        </div>
      )}
      {chosen && opened && opened.kind !== 'unreadable' && <Viewer key={chosen.file} file={chosen.file} sheets={sheetsOf(opened)} />}
    </section>
  );
}

function Nothing() {
  const takeSample = useSample();
  return (
    <div class="document-note">
      <Icon name="file" />
      <p>
        <strong>No document yet.</strong>
      </p>
      <p>Choose a PDF or DOCX in the setup, or begin with the sample: it is ready.</p>
      <button type="button" class="button" onClick={takeSample}>
        Use the sample
      </button>
    </div>
  );
}

function Viewer({ file, sheets }: { readonly file: File; readonly sheets: Sheets }) {
  const [sight, setSight] = useState<Sight>({ page: 1, zoom: 'fit', turns: 0 });
  const [shown, setShown] = useState(1);
  const look = (change: Partial<Sight>): void => setSight((before) => ({ ...before, ...change }));
  const turnTo = (page: number): void => look({ page: Math.min(sheets.pages, Math.max(1, page)) });
  const search = useSearch(sheets, turnTo);
  usePlaces(sheets);
  usePageOfField(turnTo);
  return (
    <>
      <Toolbar file={file} sheets={sheets} sight={sight} percent={Math.round(shown * 100)} look={look} turnTo={turnTo} search={search} />
      <Scroller sight={sight} look={look} turnTo={turnTo} shown={shown}>
        {(width) =>
          sheets.opened.kind === 'pdf' ? (
            <PdfSheet pdf={sheets.opened.pdf} sight={sight} width={width} hits={search.hits} onShown={setShown} />
          ) : (
            <DocxSheet opened={sheets.opened} sheets={sheets} sight={sight} width={width} hits={search.hits} onShown={setShown} />
          )
        }
      </Scroller>
      <EvidenceLine />
    </>
  );
}
