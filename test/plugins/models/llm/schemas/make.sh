#!/usr/bin/env bash
# Writes the schemas beside this script from the types of the installed SDKs. Needs the npm registry once, for the generator.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
version() { node -p "require('$root/package.json').dependencies['$1']"; }
echo '{ "private": true }' > package.json
npm install --silent ts-json-schema-generator@2.4.0 @types/node@24 "openai@$(version openai)" "@anthropic-ai/sdk@$(version @anthropic-ai/sdk)"
cat > types.ts <<'TYPES'
import type { Message, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions/completions';
import type { Response, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
export type AnthropicRequest = MessageCreateParamsNonStreaming;
export type AnthropicAnswer = Message;
export type OpenaiRequest = ResponseCreateParamsNonStreaming;
export type OpenaiAnswer = Response;
export type OpenaiChatRequest = ChatCompletionCreateParamsNonStreaming;
export type OpenaiChatAnswer = ChatCompletion;
TYPES
cat > tsconfig.json <<'CONFIG'
{ "compilerOptions": { "target": "ES2022", "module": "NodeNext", "moduleResolution": "NodeNext", "strict": true, "skipLibCheck": true, "types": ["node"] } }
CONFIG
cat > pack.mjs <<'PACK'
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
const [from, to] = process.argv.slice(2);
const schema = JSON.parse(readFileSync(from, 'utf8'), (key, value) => (key === 'description' && typeof value === 'string' ? undefined : value));
writeFileSync(to, gzipSync(JSON.stringify(schema), { level: 9 }));
PACK
for type in AnthropicRequest AnthropicAnswer OpenaiRequest OpenaiAnswer OpenaiChatRequest OpenaiChatAnswer; do
  npx ts-json-schema-generator --path types.ts --tsconfig tsconfig.json --type "$type" --no-type-check -o "$type.json"
  name=$(echo "$type" | sed -E 's/([a-z])([A-Z])/\1-\2/g' | tr '[:upper:]' '[:lower:]')
  node pack.mjs "$type.json" "$here/$name.json.gz"
done
