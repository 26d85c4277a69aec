import { useEffect, useState } from 'preact/hooks';
import { plainText } from '../evidence/page-text.js';
import type { Sheets } from '../sheets.js';
import type { Rectangle } from './rectangle.js';

export interface Hit {
  readonly page: number;
  readonly rectangles: readonly Rectangle[];
  readonly current: boolean;
}

export interface Search {
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
export function SearchBox({ search: { query, hits, at, setQuery, go } }: { readonly search: Search }) {
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
