import { useMemo, useState } from 'preact/hooks';
import { CodeView } from '../parts/code-view.js';
import { CopyButton, SaveButton, TabList } from '../parts/controls.js';
import type { PlaygroundResult } from '../service.js';
import { useStore } from '../store.js';
import { type CodeLanguage, languages, snippets } from './snippets.js';

const endings = { curl: 'sh', Client: 'ts', TypeScript: 'ts', Python: 'py' } satisfies Record<CodeLanguage, string>;

/** The request as code for a program, with the current schema and options. */
export function CodeTab() {
  const { schema, values, threshold, verify, chosen } = useStore().state;
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const base = new URL('./', location.href.replace(/[?#].*$/s, '')).href;
  const code = snippets[language]({
    base,
    schema,
    ...(values.trim() !== '' && { values }),
    threshold,
    verify,
    fileName: chosen?.file.name ?? 'invoice.pdf',
  });
  return (
    <>
      <p class="hint">Requests from programs need an API key. Put yours where the placeholder is; this page never has one.</p>
      <TabList
        id="language"
        label="Language"
        tabs={languages.map((name) => ({ name, label: name }))}
        chosen={language}
        onChoose={setLanguage}
      />
      <div class="code-block" role="tabpanel" id="language-panel" aria-labelledby={`language-${language}`}>
        <div class="code-corner">
          <CopyButton what={`the ${language} code`} text={() => code} />
          <SaveButton label="Download" name={`extract.${endings[language]}`} type="text/plain" text={() => code} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <section class="code-text" tabIndex={0} aria-label={`Code in ${language}`}>
          <pre>
            <code>{code}</code>
          </pre>
        </section>
      </div>
    </>
  );
}

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
