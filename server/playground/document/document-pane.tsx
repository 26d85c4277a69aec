import { useEffect, useState } from 'preact/hooks';
import { anyOf } from '../../wire/any-of.js';
import { Icon } from '../parts/controls.js';
import { entriesOf } from '../results/entries.js';
import { readsOf } from '../service.js';
import { useSample, useStore } from '../store.js';
import { DocxSheet } from './docx-sheet.js';
import type { PageView } from './page-view.js';
import { PdfSheet } from './pdf-sheet.js';
import { findPositions } from './positions.js';
import { Scroller } from './scroller.js';
import { type Sheets, sheetsOf } from './sheets.js';
import { Toolbar, useSearch } from './toolbar.js';

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

/** A line below the page with the quote of the chosen value, or a note that its position is not known. */
function EvidenceLine() {
  const { run, positions, view } = useStore().state;
  const entry = run.phase === 'done' ? entriesOf(run.result).find(({ path }) => path === view.field) : undefined;
  if (!entry) return null;
  return (
    <p class="evidence-line">
      <Icon name="info" />
      <strong>{entry.label}</strong> {evidenceText(entry.page, entry.text, positions?.has(entry.path) ?? false)}
    </p>
  );
}

function evidenceText(page: number | undefined, quote: string | undefined, located: boolean): string {
  if (page === undefined) return 'no place in the document';
  const words = quote === undefined ? '' : `: “${quote}”`;
  return located ? `page ${page}${words}` : `page ${page}, no position${words}`;
}

function usePositions(sheets: Sheets): void {
  const { state, dispatch } = useStore();
  const result = state.run.phase === 'done' ? state.run.result : undefined;
  useEffect(() => {
    if (!result) return;
    let stale = false;
    void findPositions(entriesOf(result), (page) => sheets.textOf(page)).then((positions) => {
      if (!stale) dispatch({ type: 'positions', positions });
    });
    return () => {
      stale = true;
    };
  }, [result, sheets]);
}

/** Goes to the page of the chosen field, even when its position on the page is not known. */
function usePageOfField(goToPage: (page: number) => void): void {
  const { run, view } = useStore().state;
  const result = run.phase === 'done' ? run.result : undefined;
  const page = result && entriesOf(result).find(({ path }) => path === view.field)?.page;
  useEffect(() => {
    if (page !== undefined) goToPage(page);
  }, [view.field, page]);
}
