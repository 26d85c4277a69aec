import type OpenAI from 'openai';
import { definePlugin, numberAt } from '../../../core/index.js';
import { authorization } from '../llm/authorization.js';
import { readerSettings } from '../llm/options.js';
import type { AnswerForms } from '../llm/provider.js';
import { llmReader } from '../llm/reader.js';
import { throughChat } from './chat.js';
import { type ChatDialect, compatibleOptions, type OpenAiOptions, openAiClient, openAiDialect } from './options.js';

/** A provider that speaks the Chat Completions API: in what it differs from OpenAI, and what of it a host need not say. */
interface CompatibleProvider {
  readonly name: string;
  /** The values of options that a configuration leaves out. */
  readonly defaults: Pick<OpenAiOptions, 'base_url' | 'pdf'> &
    Partial<Pick<OpenAiOptions, 'pictures_per_call' | 'timeout_ms' | 'windows_at_once'>>;
  readonly dialect: ChatDialect;
  /** How the server can hold answers to their form, the strictest first. */
  readonly forms: AnswerForms;
  readonly limitParameter: OpenAiOptions['limit_parameter'];
  /** The environment variable of the key; none where only the option has it. */
  readonly secret?: string;
  readonly keyIsOptional?: boolean;
  /** Whether the server cuts a prompt that is too long without a word. */
  readonly cutsSilently?: boolean;
  /** The path that tells of the key, where none tells of a model. */
  readonly keyPath?: string;
  /** Whether a server with one model answers to any name. */
  readonly anyName?: boolean;
}

export const compatible = ({ name, defaults, dialect, forms, limitParameter, keyPath, ...given }: CompatibleProvider) =>
  definePlugin({
    kind: 'model',
    name,
    argument: 'model',
    options: { type: 'object', additionalProperties: false, required: ['model'], properties: withDefaults(defaults) },
    create(options, context) {
      const { anyName = false, cutsSilently = false, ...key } = given;
      const settings = { ...options, limit_parameter: limitParameter, dialect };
      const label = `${name}:${settings.model}`;
      const client = openAiClient({ ...settings, plugin: name }, authorization(context, { ...settings, ...key, plugin: name, label }));
      const send = throughChat(client, settings, label);
      const reach = (signal: AbortSignal) =>
        keyPath ? client.get(keyPath, { signal }) : findModel(client, { model: settings.model, anyName }, signal);
      return llmReader({ label, send, reach, cutsSilently, showsPictures: true }, readerSettings(settings, forms), context);
    },
  });

/** Servers that tell of no single model list those that they have. @throws the SDK's error where the model is in neither place */
const findModel = (
  client: OpenAI,
  { model, anyName }: { readonly model: string; readonly anyName: boolean },
  signal: AbortSignal,
): Promise<unknown> =>
  client.models.retrieve(model, { signal }).catch(async (error: unknown) => {
    if (numberAt(error, 'status') !== 404) throw error;
    const { data } = await client.models.list({ signal });
    if (!data.some(({ id }) => id === model) && !(anyName && data.length === 1)) throw error;
  });

/** The options of all such servers, with other defaults. */
const withDefaults = (defaults: CompatibleProvider['defaults']): typeof compatibleOptions => ({
  ...compatibleOptions,
  ...Object.fromEntries(
    Object.entries(defaults).map(([option, value]) => [option, { ...Reflect.get(compatibleOptions, option), default: value }]),
  ),
});

/** What servers for models of one's own have in common: no key unless one is set, no PDF, a schema, and time that a model may need. */
export const localServer = {
  defaults: { pdf: 'text', timeout_ms: 110_000 },
  dialect: { ...openAiDialect, store: false, endsEarly: true },
  forms: ['schema', 'json_object', 'prompt'],
  limitParameter: 'max_tokens',
  keyIsOptional: true,
} as const satisfies Partial<Omit<CompatibleProvider, 'defaults'>> & { readonly defaults: Partial<CompatibleProvider['defaults']> };
