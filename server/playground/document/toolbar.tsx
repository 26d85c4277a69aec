import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from '../parts/controls.js';
import { plainText } from './page-text.js';
import { type PageView, zoomed } from './page-view.js';
import type { Rectangle } from './rectangle.js';
import type { Sheets } from './sheets.js';

interface ToolbarProps {
  readonly file: File;
  readonly sheets: Sheets;
  readonly pageView: PageView;
  readonly percent: number;
  readonly changeView: (change: Partial<PageView>) => void;
  readonly goToPage: (page: number) => void;
  readonly search: Search;
}

export function Toolbar({ file, sheets, pageView, percent, changeView, goToPage, search }: ToolbarProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label="View of the document">
      <span class="tools">
        <Tool icon="previous" label="Previous page" off={pageView.page <= 1} onUse={() => goToPage(pageView.page - 1)} />
        <PageNumber page={pageView.page} pages={sheets.pages} onGo={goToPage} />
        <Tool icon="next" label="Next page" off={pageView.page >= sheets.pages} onUse={() => goToPage(pageView.page + 1)} />
      </span>
      <span class="tools">
        <Tool icon="minus" label="Zoom out" onUse={() => changeView({ zoom: zoomed(percent / 100, -1) })} />
        <output class="percent" aria-label="Zoom">
          {percent} %
        </output>
        <Tool icon="plus" label="Zoom in" onUse={() => changeView({ zoom: zoomed(percent / 100, 1) })} />
        <Tool icon="fit" label="Fit to width" onUse={() => changeView({ zoom: 'fit' })} />
        <Tool
          icon="rotate"
          label="Rotate"
          off={sheets.opened.kind === 'docx'}
          onUse={() => changeView({ quarterTurns: ((pageView.quarterTurns + 1) % 4) as PageView['quarterTurns'] })}
        />
      </span>
      <span class="tools">
        <SearchBox search={search} />
        <Download file={file} />
      </span>
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly off?: boolean;
  readonly onUse: () => void;
}

const Tool = ({ icon, label, off = false, onUse }: ToolProps) => (
  <button type="button" class="tool" aria-label={label} title={label} aria-disabled={off} onClick={() => !off && onUse()}>
    <Icon name={icon} />
  </button>
);

function Download({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  if (!url) return null;
  return (
    <a class="tool" href={url} download={file.name} aria-label="Download the document" title="Download the document">
      <Icon name="download" />
    </a>
  );
}

/** The page number as an input. Enter, or leaving the input, goes to that page. */
function PageNumber({ page, pages, onGo }: { readonly page: number; readonly pages: number; readonly onGo: (page: number) => void }) {
  const [typed, setTyped] = useState<string>();
  const go = (): void => {
    const wanted = Number(typed);
    if (typed !== undefined && Number.isInteger(wanted) && wanted >= 1) onGo(wanted);
    setTyped(undefined);
  };
  return (
    <span class="page-number">
      <input
        aria-label={`Page, of ${pages}`}
        inputMode="numeric"
        size={2}
        value={typed ?? String(page)}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && go()}
        onBlur={go}
      />{' '}
      of {pages}
    </span>
  );
}

export interface Hit {
  readonly page: number;
  readonly rectangles: readonly Rectangle[];
  readonly current: boolean;
}

interface Search {
  readonly query: string;
  readonly hits: readonly Hit[];
  /** Number of the hit that is shown, from 1; 0 when there is none. */
  readonly at: number;
  readonly setQuery: (query: string) => void;
  readonly go: (step: 1 | -1) => void;
}

/** Finds words in the whole document, ignoring case and spaces. */
export function useSearch(sheets: Sheets, goToPage: (page: number) => void): Search {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly Omit<Hit, 'current'>[]>([]);
  const [at, setAt] = useState(0);
  const show = (index: number, hits = found): void => {
    const hit = hits[index];
    setAt(index);
    if (hit) goToPage(hit.page);
  };
  useEffect(() => {
    let stale = false;
    void occurrences(sheets, query).then((hits) => {
      if (stale) return;
      setFound(hits);
      show(0, hits);
    });
    return () => {
      stale = true;
    };
  }, [sheets, query]);
  const hits = found.map((hit, index) => ({ ...hit, current: index === at }));
  return {
    query,
    hits,
    at: found.length === 0 ? 0 : at + 1,
    setQuery,
    go: (step) => show((at + step + found.length) % Math.max(1, found.length)),
  };
}

async function occurrences(sheets: Sheets, query: string): Promise<readonly Omit<Hit, 'current'>[]> {
  const { text: wanted } = plainText(query);
  if (wanted === '') return [];
  const hits: Omit<Hit, 'current'>[] = [];
  for (let page = 1; page <= sheets.pages; page += 1) {
    const text = await sheets.textOf(page);
    for (
      let from = text?.characters.indexOf(wanted) ?? -1;
      text && from >= 0;
      from = text.characters.indexOf(wanted, from + wanted.length)
    ) {
      hits.push({ page, rectangles: text.rectangles(from, from + wanted.length) });
    }
  }
  return hits;
}

/** Enter goes to the next hit, Shift and Enter to the previous one. */
function SearchBox({ search: { query, hits, at, setQuery, go } }: { readonly search: Search }) {
  return (
    <span class="search">
      <input
        type="search"
        aria-label="Search the document"
        aria-describedby="search-count"
        placeholder="Search"
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={({ key, shiftKey }) => key === 'Enter' && go(shiftKey ? -1 : 1)}
      />
      <span id="search-count" role="status">
        {query !== '' && (hits.length === 0 ? 'none' : `${at} of ${hits.length}`)}
      </span>
    </span>
  );
}
