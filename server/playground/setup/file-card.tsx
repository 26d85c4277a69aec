import { megabytes, plural } from '../parts/format.js';
import { Icon } from '../parts/icon.js';
import type { Chosen } from '../state/state.js';

interface FileCardProps {
  readonly chosen: Chosen;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}

export function FileCard({ chosen: { file, source, opened }, onReplace, onRemove }: FileCardProps) {
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
