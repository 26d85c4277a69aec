import { writeFileSync } from 'node:fs';

/**
 * Loaded into a server before its own code: notes the longest time in ms of its processor for which its event loop did not turn, in the file
 * that `LOOP_WATCH` names. Unlike the time until `/livez` answers it is the same on a busy machine. Emptying the file begins anew.
 */
const file = process.env['LOOP_WATCH'];
if (file) watch(file);

function watch(path: string): void {
  let [before, longest] = [process.threadCpuUsage(), 0];
  process.on('SIGUSR2', () => {
    longest = 0;
    writeFileSync(path, '0');
  });
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    if ((user + system) / 1_000 <= longest) return;
    longest = (user + system) / 1_000;
    writeFileSync(path, String(Math.round(longest)));
  }, 5).unref();
}
