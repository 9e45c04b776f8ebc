import type { OpeningHours } from '#domain/shop/opening-hours.ts'
import * as say from '#words/shell.tsx'

/** 'Mon-Fri' from '9:00' to '18:00' → 'Mon–Fri 9:00–18:00'; a day without hours → 'Sun closed'. */
export function hoursText(hours: OpeningHours[]): string[] {
  return hours.map(({ days, opens, closes }) => {
    const named = days.replace('-', '–')
    return opens === null || closes === null ? say.closedOn(named) : say.openOn(named, opens, closes)
  })
}
