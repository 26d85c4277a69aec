import { countsOf } from '../results/fields/entries.js';
import { reportedStages } from '../results/outcome/how-read.js';
import { refusalWords } from '../results/outcome/refusal-words.js';
import type { State } from '../state/state.js';
import { useStore } from '../state/store.js';

/** Announces the upload, the stages and the outcome to screen readers. */
export function LiveRegion() {
  const { state } = useStore();
  return (
    <p class="visually-hidden" role="status" aria-live="polite" id="live">
      {announcement(state)}
    </p>
  );
}

function announcement({ run, threshold }: State): string {
  switch (run.phase) {
    case 'idle':
      return '';
    case 'uploading':
      return `Uploading ${run.name}, ${Math.floor(run.share * 4) * 25} percent`;
    case 'waiting':
      return `${run.name} is uploaded. Reading; waiting for the answer`;
    case 'refused':
      return refusalWords(run.refusal).title;
    case 'done': {
      const { result } = run;
      if (result.body.error) return `The extraction failed: ${result.body.error.message}`;
      if (result.body.documents) return `The file holds ${result.body.documents.length} documents`;
      const stages = reportedStages(result).map(({ words }) => words);
      return `${stages.length > 0 ? `Went through ${stages.join(', ')}. ` : ''}${countsOf(result, threshold)}`;
    }
  }
}
