import { anthropicSetting, openaiSetting } from '../../plugins/models/llm/setting.js';
import type { ProviderSetup } from './world.js';

const openaiTier = (url: string) => ({ use: 'openai', model: 'gpt-test', base_url: `${url}/v1`, api_key: 'sk-test' });
const anthropicTier = (url: string) => ({ use: 'anthropic', model: 'claude-test', base_url: url, api_key: 'sk-test' });

/** Who plays: the real SDK on our side, the fake on the other. */
export const openai: ProviderSetup = { name: 'openai', setting: openaiSetting, tiers: (url) => [openaiTier(url)] };
export const anthropic: ProviderSetup = { name: 'anthropic', setting: anthropicSetting, tiers: (url) => [anthropicTier(url)] };
/** Tier 1 at OpenAI, Tier 2 at Anthropic. */
export const both: ProviderSetup = {
  name: 'openai → anthropic',
  setting: openaiSetting,
  tiers: (url) => [openaiTier(url), anthropicTier(url)],
};
