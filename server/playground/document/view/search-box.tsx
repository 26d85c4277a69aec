import type { Search } from './use-search.js';

/** Enter goes to the next place, Shift and Enter to the one before. */
export function SearchBox({ search: { query, hits, at, ask, go } }: { readonly search: Search }) {
  return (
    <span class="search">
      <input
        type="search"
        aria-label="Search the document"
        aria-describedby="search-count"
        placeholder="Search"
        value={query}
        onInput={({ currentTarget }) => ask(currentTarget.value)}
        onKeyDown={({ key, shiftKey }) => key === 'Enter' && go(shiftKey ? -1 : 1)}
      />
      <span id="search-count" role="status">
        {query !== '' && (hits.length === 0 ? 'none' : `${at} of ${hits.length}`)}
      </span>
    </span>
  );
}
