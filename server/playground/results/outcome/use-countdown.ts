import { useEffect, useState } from 'preact/hooks';

/** The seconds until a moment, counted down to 0. */
export function useCountdown(until: Date | undefined): number {
  const left = (): number => Math.max(0, Math.ceil(((until?.getTime() ?? 0) - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
