import type { ProviderRequest } from '../provider.js';

/** The messages that follow a reply which could not be used, in the words that all three APIs share; none in a first turn. */
export const repairMessages = ({
  repair,
}: ProviderRequest): readonly { readonly role: 'assistant' | 'user'; readonly content: string }[] =>
  repair
    ? [
        { role: 'assistant', content: repair.reply },
        { role: 'user', content: repair.problems },
      ]
    : [];
