/**
 * Playwright's `expect`, looking more often whether what a test waits for has come: by itself it looks at a page every half second, and
 * asks `expect.poll` once a second, while a core is idle.
 */
// oxlint-disable-next-line no-restricted-imports -- here it is made to look sooner
import { expect as base } from '@playwright/test'

/** Milliseconds between two looks of `expect.poll`; the last is repeated. */
const LOOKS = [20, 50, 100]
/** Milliseconds to wait for a page first: in a wait of less than five times its longest pause, half a second, Playwright pauses for a tenth at most. */
const SOON = 2400

type Poll = typeof base.poll
const poll: Poll = (actual, options) => base.poll(actual, { intervals: LOOKS, ...(typeof options === 'string' ? { message: options } : options) })

type Matchers = { not: Matchers } & Record<string, (...args: unknown[]) => unknown>

const hasTimeout = (args: unknown[]): boolean => args.some((value) => typeof value === 'object' && value !== null && 'timeout' in value)

/** Each assertion is tried in a short wait, then in the whole one, which says what it has found instead. One with a time of its own has that alone. */
function inTwoWaits(short: Matchers, whole: Matchers): Matchers {
  return new Proxy(whole, {
    get(_, name: string) {
      if (name === 'not') return inTwoWaits(short.not, whole.not)
      return (...args: unknown[]) => {
        const wait = (): unknown => whole[name]?.(...args)
        return hasTimeout(args) ? wait() : Promise.resolve(short[name]?.(...args)).catch(wait)
      }
    },
  })
}

const soon = base.configure({ timeout: SOON })
const isOnPage = (actual: unknown): boolean => typeof actual === 'object' && actual !== null && ('locator' in actual || 'goto' in actual)

export const expect = new Proxy(base, {
  get: (target, name, receiver) => (name === 'poll' ? poll : (Reflect.get(target, name, receiver) as unknown)),
  apply(target, _, [actual, message]: Parameters<typeof base>) {
    const whole: unknown = target(actual, message)
    return isOnPage(actual) ? inTwoWaits(soon(actual, message) as unknown as Matchers, whole as Matchers) : whole
  },
})
