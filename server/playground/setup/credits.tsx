import { useStore } from '../store.js';

/** The credits left today, and when they reset. */
export function Credits() {
  const { service } = useStore().state;
  if (!service) return <p class="credits" />;
  if (service === 'unknown') return <p class="credits">Credits left: unknown, the service does not answer</p>;
  const { left, a_day: aDay } = service.credits;
  return (
    <p class="credits">
      <strong>
        {left} of {aDay}
      </strong>{' '}
      credits left today <span class="hint">resets at {resetTime(service.resetsAt)}</span>
    </p>
  );
}

/** Midnight UTC, when the service's day ends, with the local time of this browser. */
export function resetTime(at: Date): string {
  const local = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(roundedToMinute(at));
  return local === '00:00' ? '00:00 UTC' : `00:00 UTC (${local} here)`;
}

const roundedToMinute = (at: Date): Date => new Date(Math.round(at.getTime() / 60_000) * 60_000);
