import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from '../../parts/icon.js';
import type { Sheets } from '../sheets.js';
import { PageNumber } from './page-number.js';
import { SearchBox } from './search-box.js';
import type { Sight } from './turn.js';
import type { Search } from './use-search.js';
import { zoomed } from './zoom.js';

interface ToolbarProps {
  readonly file: File;
  readonly sheets: Sheets;
  readonly sight: Sight;
  readonly percent: number;
  readonly look: (change: Partial<Sight>) => void;
  readonly turnTo: (page: number) => void;
  readonly search: Search;
}

export function Toolbar({ file, sheets, sight, percent, look, turnTo, search }: ToolbarProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label="View of the document">
      <span class="tools">
        <Tool icon="previous" label="Previous page" off={sight.page <= 1} onUse={() => turnTo(sight.page - 1)} />
        <PageNumber page={sight.page} pages={sheets.pages} onTurn={turnTo} />
        <Tool icon="next" label="Next page" off={sight.page >= sheets.pages} onUse={() => turnTo(sight.page + 1)} />
      </span>
      <span class="tools">
        <Tool icon="minus" label="Zoom out" onUse={() => look({ zoom: zoomed(percent / 100, -1) })} />
        <output class="percent" aria-label="Zoom">
          {percent} %
        </output>
        <Tool icon="plus" label="Zoom in" onUse={() => look({ zoom: zoomed(percent / 100, 1) })} />
        <Tool icon="fit" label="Fit to width" onUse={() => look({ zoom: 'fit' })} />
        <Tool
          icon="rotate"
          label="Rotate"
          off={sheets.opened.kind === 'docx'}
          onUse={() => look({ turns: ((sight.turns + 1) % 4) as Sight['turns'] })}
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
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!url) return null;
  return (
    <a class="tool" href={url} download={file.name} aria-label="Download the document" title="Download the document">
      <Icon name="download" />
    </a>
  );
}
