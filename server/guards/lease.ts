/** For how long, in ms, something is set aside for a request whose process may have died: its deadline, and a minute to settle in. */
export const leaseFor = (deadlineMs: number): number => deadlineMs + 60_000;
