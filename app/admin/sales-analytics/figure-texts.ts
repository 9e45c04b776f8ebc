/** Days, amounts and changes as the analytics write them. */
import { formatDay } from '#domain/time/dates.ts'
import { formatRupees, groupIndian, portionOf } from '#domain/money/money.ts'
import * as say from '#words/admin-analytics.ts'
import type { Day, Days } from './days.ts'

export const count = (value: number): string => groupIndian(String(value))

/** 'Nov 5, 2026' */
export const dayText = (day: Day): string => formatDay(`${day}T12:00:00+05:30`)

/** 'Nov 5 to Nov 11, 2026'; the year of the first only where it is another one. */
export function daysText({ from, to }: Days): string {
  const first = dayText(from)
  return say.span(from !== to && from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -6) : first, dayText(to))
}

/** Change in tenths of a percent, half up; null where there was nothing before. Whole numbers: paise, orders, units. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : portionOf(now - before, 1000, before))

/** What a figure measures. */
export type Kind = 'revenue' | 'orders' | 'average' | 'units'
export const KINDS: readonly Kind[] = ['revenue', 'orders', 'average', 'units']
export const isMoney = (kind: Kind): boolean => kind === 'revenue' || kind === 'average'
/** @param value paise or a count */
export const valueText = (kind: Kind, value: number): string => (isMoney(kind) ? formatRupees(value) : count(value))
