import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Action } from './reduce.js';
import type { State } from './state.js';

export interface PageStore {
  readonly state: State;
  readonly dispatch: (action: Action) => void;
}

export const StoreContext = createContext<PageStore | undefined>(undefined);

/** The state, and the function that changes it, for any component of the page. */
export function useStore(): PageStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useStore needs the page around it');
  return store;
}
