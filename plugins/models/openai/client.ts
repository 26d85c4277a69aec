import OpenAI from 'openai';
import { checkedAddress, providerFetch, type RequestHeaders } from '../llm/request/connection.js';

export interface ClientTerms {
  readonly plugin: string;
  readonly base_url: string;
  readonly timeout_ms: number;
}

/** The SDK's client with every option set, so that it reads none from the environment. Its own headers are replaced by ours. */
export const openAiClient = ({ plugin, base_url, timeout_ms }: ClientTerms, headers: RequestHeaders): OpenAI =>
  new OpenAI({
    apiKey: 'in the headers',
    baseURL: checkedAddress(plugin, base_url),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The reader's own signal ends a call first, and its error says so.
    timeout: timeout_ms + 1_000,
    maxRetries: 0,
    logLevel: 'off',
    fetch: providerFetch(headers),
    fetchOptions: { redirect: 'error' },
  });
