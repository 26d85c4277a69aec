import { useStore } from '../state/store.js';
import { sampleFile } from './sample.js';

/** Returns a function that chooses the sample document. */
export function useSample(): () => void {
  const { dispatch } = useStore();
  return () => void sampleFile().then((file) => dispatch({ type: 'choose', chosen: { file, source: 'sample' } }));
}
