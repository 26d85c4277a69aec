/** If one plugin fails to close, the others still close. */
export const closeAll = (closers: readonly (() => Promise<void> | void)[]) => Promise.allSettled(closers.map(async (close) => close()));
