export interface CodeRequest {
  readonly base: string;
  readonly fileName: string;
  readonly schema: string;
  readonly threshold: number;
  readonly verify: boolean;
}

export const languages = ['curl', 'Client', 'TypeScript', 'Python'] as const;
export type CodeLanguage = (typeof languages)[number];

/** Code that sends the same request, with a placeholder for the API key, which this page never has. */
export const snippets: Record<CodeLanguage, (request: CodeRequest) => string> = {
  curl: ({ base, fileName, schema, threshold, verify }) => `VOUCH_API_KEY=pk_your_key

curl ${quoted(`${base}v1/extract`)} \\
  -H "Authorization: Bearer $VOUCH_API_KEY" \\
  -F ${quoted(`file=@"${fileName.replace(/["\\]/g, '\\$&')}"`)} \\
  -F confidence_threshold=${threshold} \\
  -F enable_verification=${verify} \\
  --form-string output_schema=${quoted(schema)}
`,
  Client: ({ base, fileName, schema, threshold, verify }) => `import { Vouch } from 'vouch/client';

const vouch = new Vouch({ server: ${JSON.stringify(base)}, key: process.env.VOUCH_API_KEY });

const { data, evidence, doubtful } = await vouch.extract(${JSON.stringify(fileName)}, ${schema}, {
  threshold: ${threshold},
  verify: ${verify},
});

console.log(data, evidence);
for (const { field, score, reason } of doubtful) console.log(field, score, reason);
`,
  TypeScript: ({ base, fileName, schema, threshold, verify }) => `import { openAsBlob } from 'node:fs';

const schema = ${schema};

const form = new FormData();
form.set('output_schema', JSON.stringify(schema));
form.set('confidence_threshold', '${threshold}');
form.set('enable_verification', '${verify}');
form.set('file', await openAsBlob(${JSON.stringify(fileName)}), ${JSON.stringify(fileName)});

const answer = await fetch(${JSON.stringify(`${base}v1/extract`)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.VOUCH_API_KEY}\` },
  body: form,
});
if (!answer.ok) throw new Error((await answer.json()).detail);

const { object, error } = await answer.json();
if (error) throw new Error(\`\${error.code}: \${error.message}\`);
console.log(object);
`,
  Python: ({ base, fileName, schema, threshold, verify }) => `import json, os
import requests

schema = json.loads(r"""
${schema.replaceAll('"""', '\\u0022\\u0022\\u0022')}
""")

with open(${JSON.stringify(fileName)}, "rb") as file:
    answer = requests.post(
        ${JSON.stringify(`${base}v1/extract`)},
        headers={"Authorization": f"Bearer {os.environ['VOUCH_API_KEY']}"},
        files={"file": file},
        data={
            "output_schema": json.dumps(schema),
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

/** Quotes any text as one shell argument. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
