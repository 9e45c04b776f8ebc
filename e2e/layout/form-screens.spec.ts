/** The back office's forms and dialogs in the states they can be in: nothing scrolls sideways, is cut off, sticks out or overlaps. */
import { formScreens } from './form-screens.ts'
import { crawl } from './screen.ts'
import { expect, test } from './staffed.ts'
import { withoutWorker } from '../support/without-worker.ts'

test.use({
  ...withoutWorker('it would fetch every page of the crawl a second time'),
  expectedErrors: [/banner_images\/none\.webp/], // a banner whose picture is gone
})

test('catalogue, manual order, banners, discounts and settings fit every width', async ({ page, staffed }) => {
  test.setTimeout(300_000)
  expect(await crawl(page, formScreens, staffed)).toEqual({})
})
