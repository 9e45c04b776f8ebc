/** How the shop comes onto the home screen where the browser never offers it itself. */
export type ManualInstall = 'ios' | 'android-menu'

/**
 * Which steps fit a browser without an installation prompt; null where it has one (it speaks for itself) or installs nothing.
 * Every browser on an iPhone or iPad installs through the share sheet; an iPad calls itself a Mac and is told by its touch points.
 */
export function manualInstall(userAgent: string, touchPoints: number): ManualInstall | null {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1)) return 'ios'
  if (/\bAndroid\b/.test(userAgent) && /\bFirefox\//.test(userAgent)) return 'android-menu'
  return null
}
