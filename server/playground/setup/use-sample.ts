import { useStore } from '../state/store.js';
import { sampleFile } from './sample.js';

/** Chooses the document that comes with the page. */
export function useSample(): () => void {
  const { dispatch } = useStore();
  return () => void sampleFile().then((file) => dispatch({ type: 'choose', chosen: { file, source: 'sample' } }));
}
