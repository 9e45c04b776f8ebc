/** The back office's forms and dialogs in all their states: nothing scrolls sideways, is clipped, overflows or overlaps. */
import { formScreens } from './form-screens.ts'
import { crawl } from './screen.ts'
import { expect, test } from './staffed.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use({
  ...withoutWorker('it would fetch every page of the crawl a second time'),
  expectedErrors: [/banner_images\/none\.webp/], // a banner whose picture is missing
})

test('catalogue, manual order, banners, discounts and settings fit every width', async ({ page, staffed }) => {
  test.setTimeout(300_000)
  expect(await crawl(page, formScreens, staffed)).toEqual({})
})
