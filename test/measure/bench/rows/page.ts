import { fakeAnswer } from '../../../playground/fake-answer.js';
import { launchChromium } from '../../../support/chromium.js';
import { atMost, type BenchRow, milliseconds } from '../row.js';
import { startVouch } from '../server.js';

/** Result of the function below, measured in the page. */
declare const requestAnimationFrame: (then: (time: number) => void) => number;

/** The longest stall of the page while an answer of 500 rows is scrolled through. */
export const page: BenchRow = {
  name: 'page',
  async measure({ rounds }) {
    const vouch = await startVouch();
    const browser = await launchChromium();
    try {
      const opened = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await opened.route('**/v1/playground', (route) => route.fulfill({ json: fakeAnswer([0.9], 500) }));
      await opened.goto(`${vouch.url}/playground`);
      await opened.locator('canvas[data-drawn]').waitFor();
      await opened.getByRole('button', { name: 'Extract', exact: true }).click();
      await opened.getByRole('heading', { name: 'Result', exact: true }).waitFor();
      await opened.getByRole('tablist', { name: 'Parts of the result' }).getByRole('tab', { name: 'JSON' }).click();
      // A stall that the page causes recurs at the same position; one of a busy machine does not.
      const stalls = await opened.locator('.panel-json .cm-scroller').evaluate(async (element, passes) => {
        const least = new Array<number>(20).fill(Number.POSITIVE_INFINITY);
        for (let pass = 0; pass < passes; pass += 1)
          for (let step = 1; step <= 20; step += 1) {
            element.scrollTop = (element.scrollHeight * step) / 20;
            const began = performance.now();
            await new Promise(requestAnimationFrame);
            element.getBoundingClientRect();
            least[step - 1] = Math.min(least[step - 1] ?? 0, performance.now() - began);
          }
        return least;
      }, rounds);
      const worst = Math.max(...stalls);
      return {
        figures: [
          {
            name: 'JSON of 500 rows, longest stall in scrolling',
            measured: milliseconds(worst),
            aim: atMost(worst, 100, 'at most 100 ms'),
          },
        ],
      };
    } finally {
      await browser.close();
      await vouch.stop();
    }
  },
};
