import { useEffect, useRef } from 'preact/hooks';
import type { CodeEditor } from './code-editor.js';

interface CodeViewProps {
  readonly label: string;
  readonly text: string;
  readonly hint?: string;
  /** Without it the text is read-only. */
  readonly onChange?: (text: string) => void;
  readonly mark?: { readonly from: number; readonly to: number; readonly message: string } | undefined;
}

/** JSON with line numbers and folding. The editor's code is loaded when the first view is shown. */
export function CodeView({ label, text, onChange, mark, hint }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(null);
  const latest = useRef({ text, onChange, mark });
  latest.current = { text, onChange, mark };

  useEffect(() => {
    let gone = false;
    void import('./code-editor.js').then(({ codeEditor }) => {
      if (gone || !host.current) return;
      editor.current = codeEditor(host.current, {
        label,
        ...(hint && { hint }),
        text: latest.current.text,
        ...(onChange && { onChange: (changed: string) => latest.current.onChange?.(changed) }),
      });
      editor.current.show(latest.current.text, latest.current.mark);
    });
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [label, onChange === undefined]);

  useEffect(() => editor.current?.show(text, mark), [text, mark?.from, mark?.to, mark?.message]);

  return <div class="code-view" ref={host} />;
}
