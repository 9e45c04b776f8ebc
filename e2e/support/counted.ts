/** Counts what a buyer does: presses of buttons and links, and fields that they type into. */
import type { Locator } from '@playwright/test'

export function counter(): { tap: (target: Locator) => Promise<void>; type: (field: Locator, text: string) => Promise<void>; taps: number; fields: number } {
  const count = {
    taps: 0,
    fields: 0,
    tap: async (target: Locator) => {
      count.taps += 1
      await target.tap()
    },
    type: async (field: Locator, text: string) => {
      count.fields += 1
      await field.fill(text)
    },
  }
  return count
}
