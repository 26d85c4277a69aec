import type OpenAI from 'openai';
import { dataUrl, filename } from './options.js';

/** In what a server that speaks the Chat Completions API differs from OpenAI. Members that it does not know make some servers refuse a request. */
export interface ChatDialect {
  /** Whether the server knows `store`, and is told not to keep answers. */
  readonly store: boolean;
  /** Whether the server has to be asked for the tokens of a streamed answer; others count them anyway. */
  readonly streamUsage: boolean;
  /** Whether an answer that fills the context ends by the word for one that reached its limit, with all of its tokens counted. */
  readonly endsEarly?: boolean;
  /** A PDF as a part of a message. */
  pdfPart(base64: string): object;
  /** Members of every request besides. */
  readonly extra?: object;
}

export type ChatPart = OpenAI.Chat.ChatCompletionContentPart;

export const openAiDialect: ChatDialect = {
  store: true,
  streamUsage: true,
  pdfPart: (base64) => ({ type: 'file', file: { filename, file_data: dataUrl(base64) } }),
};
