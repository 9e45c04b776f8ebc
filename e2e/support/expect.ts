/** Playwright's `expect`, which asks more often whether a condition of `expect.poll` has come true: by itself it asks once a second, and a test waits idly. */
import { expect as base } from '@playwright/test'

/** Milliseconds between two looks; the last is repeated. */
const LOOKS = [20, 50, 100]

type Poll = typeof base.poll
const poll: Poll = (actual, options) => base.poll(actual, { intervals: LOOKS, ...(typeof options === 'string' ? { message: options } : options) })

export const expect: typeof base = new Proxy(base, {
  get: (target, name, receiver) => (name === 'poll' ? poll : (Reflect.get(target, name, receiver) as unknown)),
})
