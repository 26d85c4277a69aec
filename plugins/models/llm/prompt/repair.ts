import type { ProviderRequest } from '../provider.js';

/** The messages that follow an unusable reply, in the form that all three APIs share; empty in a first request. */
export const repairMessages = ({
  repair,
}: ProviderRequest): readonly { readonly role: 'assistant' | 'user'; readonly content: string }[] =>
  repair
    ? [
        { role: 'assistant', content: repair.reply },
        { role: 'user', content: repair.problems },
      ]
    : [];

/** The same request again, with the reply that could not be used and what was wrong with it. */
export const repairOf = <R extends ProviderRequest>(request: R, reply: string, problems: readonly string[]): R => ({
  ...request,
  repair: {
    reply: reply.slice(0, maxReplyLength),
    problems: `This answer cannot be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nWrite the whole answer again, by the same rules, without these faults.`,
  },
});

const maxReplyLength = 50_000;
