import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export interface CodeEditor {
  /** Replaces the text and marks its mistake. */
  show(text: string, mark?: { readonly from: number; readonly to: number; readonly message: string }): void;
  close(): void;
}

interface EditorSettings {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly onChange?: (text: string) => void;
}

/** An editor in a shadow root. Its styles are constructed sheets there, so the page's policy need not allow inline styles. */
export function codeEditor(host: HTMLElement, { label, hint, text, onChange }: EditorSettings): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const labelling = new Compartment();
  const extensions = [
    lineNumbers(),
    codeFolding(),
    foldGutter(),
    json(),
    bracketMatching(),
    syntaxHighlighting(colours),
    editorTheme,
    EditorView.lineWrapping,
    labelling.of(attributes(label, hint)),
    ...(onChange ? editing(onChange) : [EditorState.readOnly.of(true), keymap.of([...foldKeymap, ...defaultKeymap])]),
  ];
  const view = new EditorView({ root, parent: root, state: EditorState.create({ doc: text, extensions }) });
  return {
    show(next, mark) {
      if (view.state.doc.toString() !== next) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      if (!onChange) return;
      const to = Math.min(mark?.to ?? 0, view.state.doc.length);
      view.dispatch({ effects: labelling.reconfigure(attributes(label, hint, mark?.message)) });
      view.dispatch(
        setDiagnostics(view.state, mark ? [{ from: Math.min(mark.from, to), to, severity: 'error', message: mark.message }] : []),
      );
    },
    close: () => view.destroy(),
  };
}

/** The editor's name, hint and mistake for screen readers, given as text because ids do not reach into a shadow root. */
const attributes = (label: string, hint = '', mistake?: string) =>
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description': [mistake, hint].filter(Boolean).join('. '),
    'aria-invalid': String(mistake !== undefined),
    tabindex: '0',
  });

/** No key binding for Tab, so that Tab leaves the editor. */
const editing = (onChange: (text: string) => void) => [
  history(),
  indentOnInput(),
  drawSelection(),
  lintGutter(),
  keymap.of([...foldKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.updateListener.of((update) => {
    if (
      update.docChanged &&
      update.transactions.some(
        (transaction) =>
          transaction.isUserEvent('input') ||
          transaction.isUserEvent('delete') ||
          transaction.isUserEvent('undo') ||
          transaction.isUserEvent('redo') ||
          transaction.isUserEvent('move'),
      )
    ) {
      onChange(update.state.doc.toString());
    }
  }),
];

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
]);

const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--sunken)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: '1px solid var(--line)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line-strong)' },
});
