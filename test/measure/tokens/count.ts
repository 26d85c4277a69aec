import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';

const tokenizer = new Tiktoken(o200k);

/** How many tokens of o200k a value takes as compact JSON. */
export const tokensOf = (value: unknown): number => tokenizer.encode(JSON.stringify(value)).length;
