import { defaultConfig } from '../../../config/index.js';
import type { InitAnswers } from './questions.js';

const list = (names: readonly unknown[]): string => `[${names.join(', ')}]`;

/** The text of a configuration file with the chosen values, and with comments that show what else can be set. */
export function configText({ models, host, store }: InitAnswers): string {
  const { recognizers, rules, credits, deadline_ms: deadlineMs, server } = defaultConfig;
  return `# Vouch. What is not said here stays as shipped; npx vouch config print --effective shows all that counts.
# \${NAME}, \${NAME:-default} and \${file:/run/secrets/name} stand for what should not be written here.

# Who extracts: ${models.text}.
# The first model reads; the second reads again what the first is not sure of. A model that is no tier is a witness: it only corroborates.
${models.lines.join('\n')}

# Who reads pages that are pictures; the second looks again where the second tier is asked. [] reads none.
# recognizers: ${list(recognizers)}

# The arithmetic that is checked. A rule of your own is a file: [${rules.join(', ')}, ./rules/mine.ts]
# rules: ${list(rules)}

# Credits a page, and those that the second tier adds.
# credits: { page: ${credits.page}, fallback_page: ${credits.fallback_page} }

# The one deadline of a request, in milliseconds.
# deadline_ms: ${deadlineMs}

server:
  # The address and the port to listen on. 0.0.0.0 is every address, as a container needs; PORT and HOST are stronger.
  host: ${host}
  port: ${server.port}

  # Where keys, rates and quotas are kept.
  store: "${store}"

  # Requests a second and address on /v1/extract; 0 is no limit.
  rate_limit: ${server.rate_limit}

  # Keys that are valid besides those of npx vouch key create. Never write one here: take it from the environment or from a file.
  # keys: ["\${VOUCH_FIRST_KEY}"]

  # Whether there is a playground, a page that needs no key; pages that may call it (its own, too, where it is reached by a name other than
  # localhost), and proxies whose X-Forwarded-For is believed.
  # playground: off
  # playground_origins: [https://app.example.com]
  # trusted_proxies: [10.1.2.0/28]
`;
}
