import { expect, test } from 'vitest'
import { manualInstall } from './install-steps.ts'

const safariOnIphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const safariOnIpadOrMac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const firefoxOnAndroid = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const chromeOnAndroid = 'Mozilla/5.0 (Linux; Android 14; Pixel 4a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test('an iPhone and an iPad get the steps of the share sheet', () => {
  expect(manualInstall(safariOnIphone, 5)).toBe('ios')
  expect(manualInstall(safariOnIpadOrMac, 5)).toBe('ios')
})

test('a Mac without a touch screen gets none', () => expect(manualInstall(safariOnIpadOrMac, 0)).toBeNull())

test('Firefox on Android gets the steps of its menu', () => expect(manualInstall(firefoxOnAndroid, 5)).toBe('android-menu'))

test('a browser that offers installation itself gets no steps', () => expect(manualInstall(chromeOnAndroid, 5)).toBeNull())
