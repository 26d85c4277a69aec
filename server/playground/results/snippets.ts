export interface CodeRequest {
  readonly base: string;
  readonly fileName: string;
  readonly schema: string;
  /** What somebody else has read; then it is scored, and the schema is not sent. */
  readonly values?: string;
  readonly threshold: number;
  readonly verify: boolean;
}

export const languages = ['curl', 'Client', 'TypeScript', 'Python'] as const;
export type CodeLanguage = (typeof languages)[number];

/** Code that sends the same request, with a placeholder for the API key, which this page never has. */
export const snippets: Record<CodeLanguage, (request: CodeRequest) => string> = {
  curl: ({ base, fileName, threshold, verify, ...asked }) => `VOUCH_API_KEY=pk_your_key

curl ${quoted(base + sent(asked).path)} \\
  -H "Authorization: Bearer $VOUCH_API_KEY" \\
  -F ${quoted(`file=@"${fileName.replace(/["\\]/g, '\\$&')}"`)} \\
  -F confidence_threshold=${threshold} \\
  -F enable_verification=${verify} \\
  --form-string ${sent(asked).field}=${quoted(sent(asked).text)}
`,
  Client: ({ base, fileName, schema, values, threshold, verify }) => `import { Vouch } from 'vouch/client';

const vouch = new Vouch({ server: ${JSON.stringify(base)}, key: process.env.VOUCH_API_KEY });

const { data, evidence, doubtful } = await vouch.${values === undefined ? 'extract' : 'score'}(${JSON.stringify(fileName)}, ${values === undefined ? schema : `{ data: ${values} }`}, {
  threshold: ${threshold},
  verify: ${verify},
});

console.log(data, evidence);
for (const { field, score, reason } of doubtful) console.log(field, score, reason);
`,
  TypeScript: ({ base, fileName, threshold, verify, ...asked }) => `import { openAsBlob } from 'node:fs';

const ${sent(asked).name} = ${sent(asked).text};

const form = new FormData();
form.set('${sent(asked).field}', JSON.stringify(${sent(asked).name}));
form.set('confidence_threshold', '${threshold}');
form.set('enable_verification', '${verify}');
form.set('file', await openAsBlob(${JSON.stringify(fileName)}), ${JSON.stringify(fileName)});

const answer = await fetch(${JSON.stringify(base + sent(asked).path)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.VOUCH_API_KEY}\` },
  body: form,
});
if (!answer.ok) throw new Error((await answer.json()).detail);

const { object, error } = await answer.json();
if (error) throw new Error(\`\${error.code}: \${error.message}\`);
console.log(object);
`,
  Python: ({ base, fileName, threshold, verify, ...asked }) => `import json, os
import requests

${sent(asked).name} = json.loads(r"""
${sent(asked).text.replaceAll('"""', '\\u0022\\u0022\\u0022')}
""")

with open(${JSON.stringify(fileName)}, "rb") as file:
    answer = requests.post(
        ${JSON.stringify(base + sent(asked).path)},
        headers={"Authorization": f"Bearer {os.environ['VOUCH_API_KEY']}"},
        files={"file": file},
        data={
            "${sent(asked).field}": json.dumps(${sent(asked).name}),
            "confidence_threshold": "${threshold}",
            "enable_verification": "${verify}",
        },
    )
if not answer.ok:
    raise RuntimeError(answer.json()["detail"])

body = answer.json()
if "error" in body:
    raise RuntimeError(f"{body['error']['code']}: {body['error']['message']}")
print(body["object"])
`,
};

/** Where a request goes, and its field with the schema or with the values. */
const sent = ({ schema, values }: Pick<CodeRequest, 'schema' | 'values'>) =>
  values === undefined
    ? { path: 'v1/extract', field: 'output_schema', name: 'schema', text: schema }
    : { path: 'v1/score', field: 'data', name: 'values', text: values };

/** Quotes any text as one shell argument. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
