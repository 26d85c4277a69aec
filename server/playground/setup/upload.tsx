import { useRef, useState } from 'preact/hooks';
import { anyOf } from '../../wire/any-of.js';
import { Icon } from '../parts/controls.js';
import { megabytes, plural } from '../parts/format.js';
import { readsOf } from '../service.js';
import type { Chosen } from '../state.js';
import { useSample, useStore } from '../store.js';

/** Used until the service has reported its own limit. */
const defaultMaxBytes = 10_485_760;

/** The document: chosen with the file input, dropped, or the sample. A file that is too large is not sent. */
export function Upload() {
  const { state, dispatch } = useStore();
  const { chosen, fileProblem, run } = state;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const takeSample = useSample();
  const maxBytes = state.service && state.service !== 'unknown' ? state.service.file_bytes : defaultMaxBytes;
  const { formats, extensions, media_types: mediaTypes } = readsOf(state);
  const refused = run.phase === 'refused' && run.refusal.field === 'file' ? run.refusal.detail : undefined;
  const problem = fileProblem ?? refused;

  const take = (file: File | undefined): void => {
    if (!file) return;
    if (file.size > maxBytes) {
      const limit = megabytes(maxBytes);
      dispatch({
        type: 'refuse-file',
        problem: `${file.name} is ${megabytes(file.size)}; at most ${limit} can be sent. It was not uploaded.`,
      });
    } else dispatch({ type: 'choose', chosen: { file, source: 'upload' } });
  };
  const browse = (): void => input.current?.click();
  const remove = (): void => {
    dispatch({ type: 'remove' });
    input.current?.focus();
  };

  return (
    <section class="section" aria-labelledby="document-heading">
      <div class="section-head">
        <h2 id="document-heading">Document</h2>
        {chosen?.source !== 'sample' && (
          <button type="button" class="button quiet" onClick={takeSample}>
            Use the sample
          </button>
        )}
      </div>
      {chosen && <FileCard chosen={chosen} onReplace={browse} onRemove={remove} />}
      <div class={`upload ${over ? 'over' : ''}`}>
        <label
          class="drop-zone"
          for="file"
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take(event.dataTransfer?.files[0]);
          }}
        >
          <Icon name="upload" />
          <span>
            <strong>Click to upload or drop</strong>
            <span class="hint">
              {anyOf(formats)}, up to {megabytes(maxBytes)}
            </span>
          </span>
        </label>
        <input
          ref={input}
          id="file"
          class="visually-hidden"
          type="file"
          accept={[...extensions, ...mediaTypes].join(',')}
          aria-describedby={problem ? 'file-hint file-problem' : 'file-hint'}
          aria-invalid={problem !== undefined}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <label class="button" for="file">
          Browse<span class="visually-hidden"> for a document</span>
        </label>
      </div>
      <p id="file-hint" class="visually-hidden">
        {anyOf(formats)}, at most {megabytes(maxBytes)}
      </p>
      {problem && (
        <p id="file-problem" class="problem" role="alert">
          <Icon name="warning" /> {problem}
        </p>
      )}
    </section>
  );
}

interface FileCardProps {
  readonly chosen: Chosen;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}

function FileCard({ chosen: { file, source, opened }, onReplace, onRemove }: FileCardProps) {
  return (
    <div class="file-card">
      {opened?.kind === 'pdf' ? (
        <img class="thumbnail" src={opened.thumbnail} alt="First page" />
      ) : (
        <span class="thumbnail blank">
          <Icon name="file" />
        </span>
      )}
      <div class="file-facts">
        <strong class="file-name">{file.name}</strong>
        <span class="hint">
          {source === 'sample' && 'Sample · '}
          {megabytes(file.size)} · {pagesOf(opened)}
        </span>
      </div>
      <button type="button" class="button quiet" onClick={onReplace}>
        Replace<span class="visually-hidden"> {file.name}</span>
      </button>
      <button type="button" class="button quiet" onClick={onRemove}>
        Remove<span class="visually-hidden"> {file.name}</span>
      </button>
    </div>
  );
}

function pagesOf(opened: Chosen['opened']): string {
  if (!opened) return 'opening …';
  return opened.kind === 'unreadable' ? 'pages unknown' : plural(opened.pages, 'page');
}
