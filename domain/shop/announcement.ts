import { bannerState } from './banner.ts'
import type { StoreSettings } from './settings.ts'

/** A line at the top of every storefront page; `link`: a path of the shop or an https address. */
export type Announcement = { text: string; link: string | null }

type Source = Pick<StoreSettings, 'announcement' | 'announcementLink' | 'announcementFrom' | 'announcementUntil'>

/** Null: none, or not now. */
export function announcementAt({ announcement, announcementLink, announcementFrom, announcementUntil }: Source, now: Date): Announcement | null {
  if (announcement === null) return null
  const state = bannerState({ is_active: true, starts_at: announcementFrom, ends_at: announcementUntil }, now)
  return state === 'live' ? { text: announcement, link: announcementLink } : null
}

/** As in the check of the table: a path of this shop or https, never a javascript: link. */
export const isAnnouncementLink = (link: string): boolean => link.length <= 500 && (/^\/([^/\\]|$)/.test(link) || link.startsWith('https://'))
