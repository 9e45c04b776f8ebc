/** How the shop comes onto the home screen where the browser never offers it itself. */
export type ManualInstall = 'ios' | 'android-menu'

/**
 * Which steps fit a browser without an installation prompt; null where it has one (it speaks for itself) or installs nothing.
 * Every browser on an iPhone or iPad installs through the share sheet; an iPad calls itself a Mac and is told by its touch points.
 */
export function manualInstall(userAgent: string, touchPoints: number): ManualInstall | null {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1)) return 'ios'
  if (/\bAndroid\b.*\bFirefox\//.test(userAgent)) return 'android-menu'
  return null
}

export const installWords = {
  title: (store: string) => `Install ${store}`,
  text: 'One tap from your home screen: your prices, your cart and last month’s order.',
  install: 'Install App',
  later: 'Not now',
  done: 'Got it',
  steps: {
    ios: ['Tap the Share button of your browser.', 'Choose “Add to Home Screen”.', 'Tap “Add”.'],
    'android-menu': ['Open the menu of your browser.', 'Choose “Add to Home screen” or “Install”.', 'Confirm with “Add”.'],
  } satisfies Record<ManualInstall, string[]>,
}
