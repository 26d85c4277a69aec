/** Why a request was turned away that had nothing wrong with it. */
export type ShedReason = 'busy' | 'closing' | 'rate' | 'together' | 'credits' | 'state';

/** What happens at the doors beside the path of a document. */
export type DoorEvent =
  /** A body is let in, or leaves the room it took. */
  | { readonly kind: 'entered' | 'left'; readonly bytes: number }
  | { readonly kind: 'shed'; readonly reason: ShedReason }
  /** A call to a provider used so many tokens of the daily budget; or was refused by it. */
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'budget refused' }
  /** A line of the log could not be written. */
  | { readonly kind: 'log lost' }
  /** The store was not there, and the process went on without it. */
  | { readonly kind: 'fallback'; readonly part: 'rates' | 'keys' | 'quotas' }
  | { readonly kind: 'credits'; readonly change: 'reserved' | 'settled' | 'released' | 'overspent'; readonly credits: number };

/** Tells whoever counts. */
export type Tell = (event: DoorEvent) => void;
