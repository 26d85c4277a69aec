import { useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.js';
import { SaveButton } from '../../parts/save-button.js';
import { TabList } from '../../parts/tab-list.js';
import { useStore } from '../../state/store.js';
import { type CodeLanguage, languages, snippets } from './snippets.js';

const endings = { curl: 'sh', Client: 'ts', TypeScript: 'ts', Python: 'py' } satisfies Record<CodeLanguage, string>;

/** The request as code for a program, with the current schema and options. */
export function CodeTab() {
  const { schema, threshold, verify, chosen } = useStore().state;
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const base = new URL('./', location.href.replace(/[?#].*$/s, '')).href;
  const code = snippets[language]({ base, schema, threshold, verify, fileName: chosen?.file.name ?? 'invoice.pdf' });
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
