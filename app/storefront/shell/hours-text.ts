import type { OpeningHours } from '#domain/opening-hours.ts'

/** 'Mon-Fri' from '9:00' to '18:00' → 'Mon–Fri 9:00–18:00'; a day without hours → 'Sun closed'. */
export function hoursText(hours: OpeningHours[]): string[] {
  return hours.map(({ days, opens, closes }) => {
    const named = days.replace('-', '–')
    return opens === null || closes === null ? `${named} closed` : `${named} ${opens}–${closes}`
  })
}
