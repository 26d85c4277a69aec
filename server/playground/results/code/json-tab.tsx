import { useMemo } from 'preact/hooks';
import type { PlaygroundResult } from '../../api/result.js';
import { CodeView } from '../../parts/code-view.js';
import { CopyButton } from '../../parts/copy-button.js';
import { SaveButton } from '../../parts/save-button.js';

/** The answer, indented for display. Copy and Download give the original text. */
export function JsonTab({ result }: { readonly result: PlaygroundResult }) {
  const text = useMemo(() => JSON.stringify(JSON.parse(result.text), null, 2), [result]);
  return (
    <div class="code-block">
      <div class="code-corner">
        <CopyButton what="the JSON" text={() => result.text} />
        <SaveButton
          label="Download"
          name={`${result.fileName.replace(/\.\w+$/, '')}.json`}
          type="application/json"
          text={() => result.text}
        />
      </div>
      <CodeView label="Answer as JSON" text={text} />
    </div>
  );
}
