import { type Command, InvalidArgumentError } from 'commander';
import { ConfigError, InputError } from '../../../core/index.js';
import { newId } from '../../jobs/job-id.js';
import type { MessageRecord, SurveyedWebhook, WebhookFilter, WebhookStore } from '../../state/webhook-store.js';
import { durationIn, wholeNumber } from '../options.js';
import { type StoreFlags, withStore, withStoreFlags } from '../store.js';
import { columns, print, type Terminal } from '../terminal.js';

/**
 * `vouch webhooks`, on the store: it is for who runs the service, who sees how the webhooks of all callers are, never their addresses and secrets. What it
 * queues is sent by the servers and workers of the store.
 */
export function addWebhooks(program: Command, terminal: Terminal): void {
  const webhooks = program
    .command('webhooks')
    .description('Look after webhooks: whether those of all callers are told, and again what they missed.');
  const list = webhooks
    .command('list')
    .description('List webhooks, newest first.')
    .option('--owner <owner>', 'only those of this caller, as the list shows it: key:4f0c2a9d81be')
    .option('--disabled', 'only those that are switched off')
    .option('--limit <number>', 'how many', wholeNumber, 20)
    .option('--json', 'print JSON');
  const show = ofOneWebhook(webhooks.command('show').description('Show how one webhook is, and the log of its deliveries.'))
    .option('--messages <number>', 'how many messages, newest first; 100 at most', wholeNumber, 10)
    .option('--json', 'print JSON');
  const test = ofOneWebhook(webhooks.command('test').description('Send it a test.'));
  const replay = ofOneWebhook(webhooks.command('replay').description('Send messages again, under their ids.'))
    .option('--message <id>', 'this one, whatever became of it')
    .option(
      '--since <when>',
      'all that were given up since then: 2026-11-23, 2026-11-23T20:00:00Z, or a time ago such as 3d or 12h',
      timeBefore,
    );
  const enable = ofOneWebhook(webhooks.command('enable').description('Switch it on again; what it missed is sent by replay.'));
  const disable = ofOneWebhook(webhooks.command('disable').description('Switch it off; what it would be told waits to be replayed.'));
  withStoreFlags(list).action((flags: WebhookListFlags) => printWebhooks(flags, terminal));
  withStoreFlags(show).action((id: string, flags: WebhookFlags) => printWebhook(id, flags, terminal));
  withStoreFlags(test).action((id: string, flags: StoreFlags) => testWebhook(id, flags, terminal));
  withStoreFlags(replay).action((id: string, flags: ReplayFlags) => replayMessages(id, flags, terminal));
  withStoreFlags(enable).action((id: string, flags: StoreFlags) => switchWebhook(id, { flags, disabledWhy: null }, terminal));
  withStoreFlags(disable).action((id: string, flags: StoreFlags) => switchWebhook(id, { flags, disabledWhy: byOperator }, terminal));
}

/** Its owner reads it. */
const byOperator = 'Who runs the service has switched it off';

type WebhookListFlags = StoreFlags & Pick<WebhookFilter, 'owner' | 'limit'> & { readonly disabled?: true; readonly json?: true };
type WebhookFlags = StoreFlags & { readonly messages: number; readonly json?: true };
type ReplayFlags = StoreFlags & { readonly message?: string; readonly since?: Date };

const ofOneWebhook = (command: Command): Command => command.argument('<id>', 'as webhooks list shows it');

async function printWebhooks({ json, owner, disabled, limit, ...flags }: WebhookListFlags, terminal: Terminal): Promise<void> {
  const found = await withWebhooks(flags, terminal, (webhooks) => webhooks.survey({ owner, disabled, limit }));
  print(terminal, json, found, () => webhookLines(found));
  if (found.length === 0) terminal.stderr.write('There are no such webhooks.\n');
}

async function printWebhook(id: string, { json, messages: limit, ...flags }: WebhookFlags, terminal: Terminal): Promise<void> {
  const { webhook, messages } = await withWebhooks(flags, terminal, async (webhooks) => {
    const one = await found(webhooks, id);
    return { webhook: one, ...(await webhooks.messages(one.owner, id, { limit: Math.min(100, limit) })) };
  });
  print(terminal, json, { ...webhook, messages }, () => [...webhookDetails(webhook), ...messageLines(messages)]);
}

async function testWebhook(id: string, flags: StoreFlags, terminal: Terminal): Promise<void> {
  const message = newId('msg');
  await withWebhooks(flags, terminal, async (webhooks) => {
    const { owner } = mustBeOn(await found(webhooks, id));
    await webhooks.announce(owner, id, { id: message, type: 'webhook.test', about: id });
  });
  terminal.stderr.write(`The test ${message} is queued; vouch webhooks show says what came of it.\n`);
}

async function replayMessages(id: string, { message, since, ...flags }: ReplayFlags, terminal: Terminal): Promise<void> {
  if ((message === undefined) === (since === undefined))
    throw new InputError('Say either --message, the id of one, or --since, a time from which all that were given up are sent again.');
  const which = since === undefined ? { message: message ?? '' } : { since };
  const replayed = await withWebhooks(flags, terminal, async (webhooks) => {
    const { owner } = mustBeOn(await found(webhooks, id));
    return webhooks.replay(owner, id, which);
  });
  if (replayed === 0 && message !== undefined)
    throw new InputError('There is no such message of this webhook. vouch webhooks show lists them; they are kept for 30 days.');
  terminal.stderr.write(`${replayed} ${replayed === 1 ? 'message is' : 'messages are'} queued again.\n`);
}

interface Switch {
  readonly flags: StoreFlags;
  /** Null switches it on. */
  readonly disabledWhy: string | null;
}

async function switchWebhook(id: string, { flags, disabledWhy }: Switch, terminal: Terminal): Promise<void> {
  const missed = await withWebhooks(flags, terminal, async (webhooks) => {
    const { owner, failed } = await found(webhooks, id);
    await webhooks.change(owner, id, { disabledWhy });
    return failed;
  });
  const again = missed > 0 ? `; ${missed} of its messages were given up, which vouch webhooks replay sends again` : '';
  terminal.stderr.write(disabledWhy === null ? `The webhook ${id} is on${again}.\n` : `The webhook ${id} is off.\n`);
}

async function found(webhooks: WebhookStore, id: string): Promise<SurveyedWebhook> {
  const [webhook] = await webhooks.survey({ id, limit: 1 });
  if (webhook) return webhook;
  throw new InputError('The store has no webhook with this id. vouch webhooks list shows the ids.');
}

function mustBeOn(webhook: SurveyedWebhook): SurveyedWebhook {
  if (webhook.disabledWhy === null) return webhook;
  throw new InputError(`This webhook is switched off (${webhook.disabledWhy}). Switch it on first: vouch webhooks enable ${webhook.id}`);
}

/** Parses a time that is over: `3d`, `2026-11-23`, `2026-11-23T20:00:00Z`. */
function timeBefore(written: string): Date {
  const ms = durationIn(written);
  const at = ms === undefined ? new Date(/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(written) ? written : Number.NaN) : new Date(Date.now() - ms);
  if (at.getTime() <= Date.now()) return at;
  throw new InvalidArgumentError('It must be a time that is over, such as 2026-11-23, 2026-11-23T20:00:00Z, or 3d or 12h ago.');
}

const withWebhooks = <T>(flags: StoreFlags, terminal: Terminal, work: (webhooks: WebhookStore) => Promise<T>): Promise<T> =>
  withStore(flags, terminal, async ({ webhooks }) => {
    if (!webhooks) throw new ConfigError('This store keeps no webhooks');
    return work(webhooks);
  });

const webhookLines = (webhooks: readonly SurveyedWebhook[]): readonly string[] =>
  columns(
    webhooks.map((webhook) => [
      webhook.id,
      stateOf(webhook),
      webhook.owner,
      `${webhook.pending} waiting`,
      `${webhook.failed} given up`,
      webhook.disabledWhy ?? '',
    ]),
  );

const webhookDetails = (webhook: SurveyedWebhook): readonly string[] =>
  columns([
    ['id', webhook.id],
    ['state', stateOf(webhook)],
    ['owner', webhook.owner],
    ['events', webhook.events.join(', ')],
    ['registered', webhook.createdAt.toISOString()],
    ['failing since', webhook.failingSince?.toISOString() ?? 'it is not failing'],
    ...(webhook.disabledAt ? [['off since', webhook.disabledAt.toISOString()] as const, ['why', webhook.disabledWhy ?? ''] as const] : []),
    ['waiting', String(webhook.pending)],
    ['given up', String(webhook.failed)],
  ]);

const messageLines = (messages: readonly MessageRecord[]): readonly string[] =>
  columns(
    messages.map(({ id, type, about, status, attempts, createdAt }) => {
      const last = attempts.at(-1);
      return [id, type, about, status, createdAt.toISOString(), tries(attempts.length), last?.error ?? ''];
    }),
  );

const stateOf = ({ disabledAt, failingSince }: SurveyedWebhook): string => (disabledAt ? 'off' : failingSince ? 'failing' : 'on');

const tries = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);
