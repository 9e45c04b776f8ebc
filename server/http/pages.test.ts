import { expect, test } from 'vitest'
import { isPhone } from './pages.ts'

const AGENTS = {
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  androidTablet: 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
}

test('phones are detected by their user agent; tablets and desktops are wide', () => {
  expect(
    Object.entries(AGENTS)
      .filter(([, agent]) => isPhone(undefined, agent))
      .map(([name]) => name),
  ).toEqual(['iphone', 'android'])
  expect(isPhone(undefined, undefined)).toBe(false)
  expect(isPhone(undefined, '')).toBe(false)
})

test('a valid client hint takes precedence over the user agent', () => {
  expect(isPhone('?1', AGENTS.desktop)).toBe(true)
  expect(isPhone('?0', AGENTS.iphone)).toBe(false)
  expect(isPhone('yes', AGENTS.iphone)).toBe(true)
  expect(isPhone('yes', AGENTS.desktop)).toBe(false)
})
