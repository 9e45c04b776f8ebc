import { readDay, writeDay } from '#domain/time/calendar-day.ts'
import * as say from '#words/admin-settings.ts'
import { FIELDS } from './fields.ts'

/** Delivery zones, nearest first: the columns `transit_home_min`, `transit_home_max` and so on. */
export const PLACES = ['home', 'other', 'remote'] as const

const MOST_HOLIDAYS = 60
const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

/** One date per line, day first. */
export const holidaysText = (days: readonly string[]): string => days.map(writeDay).join('\n')

/** Sorted, without duplicates; invalid lines are skipped, and `checkDelivery` reports them. */
export const holidaysOf = (text: string): string[] => [...new Set(linesOf(text).flatMap((line) => readDay(line) ?? []))].sort()

/** What the fields alone do not show: the errors by field. `text` returns the trimmed value of a field. */
export function checkDelivery(text: (name: string) => string): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const place of PLACES) {
    const [least, most] = [`transit_${place}_min`, `transit_${place}_max`] as const
    const sound = [least, most].every((name) => FIELDS[name].check(text(name)) === null)
    if (sound && Number(text(least)) > Number(text(most))) errors[most] = say.wrong.mostDays
  }
  const lines = linesOf(text('dispatch_holidays'))
  const wrong = lines.find((line) => readDay(line) === null)
  if (wrong !== undefined) errors['dispatch_holidays'] = say.wrong.holiday(wrong.slice(0, 40))
  else if (lines.length > MOST_HOLIDAYS) errors['dispatch_holidays'] = say.wrong.holidays(MOST_HOLIDAYS)
  return errors
}
