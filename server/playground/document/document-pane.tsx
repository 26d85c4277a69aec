import { useState } from 'preact/hooks';
import { anyOf } from '../../wire/any-of.js';
import { readsOf } from '../api/service.js';
import { Icon } from '../parts/icon.js';
import { useSample } from '../setup/use-sample.js';
import { useStore } from '../state/store.js';
import { DocxSheet } from './docx/docx-sheet.js';
import { EvidenceLine } from './evidence/evidence-line.js';
import { usePageOfField, usePositions } from './evidence/use-evidence.js';
import { PdfSheet } from './pdf/pdf-sheet.js';
import { type Sheets, sheetsOf } from './sheets.js';
import type { PageView } from './view/page-view.js';
import { Scroller } from './view/scroller.js';
import { useSearch } from './view/search.js';
import { Toolbar } from './view/toolbar.js';

/** The document with a box around each value that was read from it. */
export function DocumentPane() {
  const { chosen } = useStore().state;
  const opened = chosen?.opened;
  return (
    <section class="document" aria-label="Document view">
      {!chosen && <NoDocument />}
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

function NoDocument() {
  const { state } = useStore();
  const takeSample = useSample();
  return (
    <div class="document-note">
      <Icon name="file" />
      <p>
        <strong>No document yet.</strong>
      </p>
      <p>Choose a {anyOf(readsOf(state).formats)} in the setup, or begin with the sample: it is ready.</p>
      <button type="button" class="button" onClick={takeSample}>
        Use the sample
      </button>
    </div>
  );
}

function Viewer({ file, sheets }: { readonly file: File; readonly sheets: Sheets }) {
  const [pageView, setPageView] = useState<PageView>({ page: 1, zoom: 'fit', quarterTurns: 0 });
  const [shown, setShown] = useState(1);
  const changeView = (change: Partial<PageView>): void => setPageView((before) => ({ ...before, ...change }));
  const goToPage = (page: number): void => changeView({ page: Math.min(sheets.pages, Math.max(1, page)) });
  const search = useSearch(sheets, goToPage);
  usePositions(sheets);
  usePageOfField(goToPage);
  return (
    <>
      <Toolbar
        file={file}
        sheets={sheets}
        pageView={pageView}
        percent={Math.round(shown * 100)}
        changeView={changeView}
        goToPage={goToPage}
        search={search}
      />
      <Scroller pageView={pageView} changeView={changeView} goToPage={goToPage} shown={shown}>
        {(width) =>
          sheets.opened.kind === 'pdf' ? (
            <PdfSheet pdf={sheets.opened.pdf} pageView={pageView} width={width} hits={search.hits} onShown={setShown} />
          ) : (
            <DocxSheet opened={sheets.opened} sheets={sheets} pageView={pageView} width={width} hits={search.hits} onShown={setShown} />
          )
        }
      </Scroller>
      <EvidenceLine />
    </>
  );
}
