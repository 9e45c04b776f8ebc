/** The icons of browser tabs and home screens: the demo's own drawn ones, or those that the server makes of the shop's logo or initials. */
import { DEMO_BRAND } from './settings.ts'
import type { StoreSettings } from './settings.ts'

/** Sides in pixels, and where the demo's icon is. Phones crop a maskable icon to a circle of 80 % of its width. */
export const ICONS = {
  favicon: { size: 96, maskable: false, demo: '/favicon.svg' },
  'icon-192': { size: 192, maskable: false, demo: '/icons/icon-192.png' },
  'icon-512': { size: 512, maskable: false, demo: '/icons/icon-512.png' },
  'maskable-192': { size: 192, maskable: true, demo: '/icons/maskable-192.png' },
  'maskable-512': { size: 512, maskable: true, demo: '/icons/maskable-512.png' },
  'apple-touch-icon': { size: 180, maskable: false, demo: '/icons/apple-touch-icon.png' },
} as const
export type IconName = keyof typeof ICONS
export const ICON_NAMES = Object.keys(ICONS) as IconName[]

/** What the icons are made of. */
export type IconSource = Pick<StoreSettings, 'storeName' | 'logo' | 'logoDark' | 'accent'>

/** Only the demo's name without a logo has the demo's emblem. */
export const hasDemoIcons = ({ storeName, logo, logoDark }: IconSource): boolean => storeName === DEMO_BRAND && logo === null && logoDark === null

export const iconAddress = (source: IconSource, name: IconName): string =>
  hasDemoIcons(source) ? ICONS[name].demo : `/brand/${name}-${iconVersion(source)}.png`

/** Differs whenever an icon looks different: eight hex digits (FNV-1a; only a collision of two brands of one shop would matter). */
export function iconVersion({ storeName, logo, logoDark, accent }: IconSource): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify([initialsOf(storeName), logo?.version, logoDark?.version, accent]))) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, '0')
}

/** The first letters of the first two words: KB of Kanta Beauty Traders. A Devanagari letter keeps its vowel sign. */
export function initialsOf(storeName: string): string {
  const letters = new Intl.Segmenter('en-IN', { granularity: 'grapheme' })
  const words = storeName.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const initials = words.slice(0, 2).map((word) => [...letters.segment(word)][0]?.segment ?? '')
  return initials.join('').toLocaleUpperCase('en-IN') || '•'
}
