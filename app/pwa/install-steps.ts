/** How to put the shop on the home screen in browsers that never offer it themselves. */
export type ManualInstall = 'ios' | 'android-menu'

/**
 * The steps for a browser without an installation prompt; null when it has a prompt of its own or cannot install. Every browser on an
 * iPhone or iPad installs through the share sheet; an iPad identifies itself as a Mac and is recognised by its touch points.
 */
export function manualInstall(userAgent: string, touchPoints: number): ManualInstall | null {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1)) return 'ios'
  if (/\bAndroid\b/.test(userAgent) && /\bFirefox\//.test(userAgent)) return 'android-menu'
  return null
}
