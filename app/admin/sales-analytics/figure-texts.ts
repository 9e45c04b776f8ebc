/** Formats days, amounts and changes for the analytics. */
import { formatDay } from '#domain/time/dates.ts'
import { formatRupees, groupIndian, portionOf } from '#domain/money/money.ts'
import * as say from '#words/admin-analytics.ts'
import type { Day, Days } from './days.ts'

export const count = (value: number): string => groupIndian(String(value))

/** 'Nov 5, 2026' */
export const dayText = (day: Day): string => formatDay(`${day}T12:00:00+05:30`)

/** 'Nov 5 to Nov 11, 2026'; the first year is only shown if it differs. */
export function daysText({ from, to }: Days): string {
  const first = dayText(from)
  return say.span(from !== to && from.slice(0, 4) === to.slice(0, 4) ? first.slice(0, -6) : first, dayText(to))
}

/** The change in tenths of a percent, rounded half up; null if there was nothing before. Takes whole numbers: paise, orders, units. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : portionOf(now - before, 1000, before))

/** The metric of a figure. */
export type Kind = 'revenue' | 'orders' | 'average' | 'units'
export const KINDS: readonly Kind[] = ['revenue', 'orders', 'average', 'units']
export const isMoney = (kind: Kind): boolean => kind === 'revenue' || kind === 'average'
/** @param value paise or a count */
export const valueText = (kind: Kind, value: number): string => (isMoney(kind) ? formatRupees(value) : count(value))
