/** Names of backups, and which of them are kept. */

export type Retention = { days: number; weeks: number; months: number }

const NAME = /^shringar-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz\.age$/

export const backupName = (moment: Date): string => `shringar-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.age`

/** When a backup was begun; null for the name of anything else. */
export function momentOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const moment = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const DAY = 24 * 3_600_000
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)
/** The Monday of its week. */
const weekOf = (moment: Date): string => dayOf(new Date(moment.getTime() - ((moment.getUTCDay() + 6) % 7) * DAY))
const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7)

/**
 * The names to remove: all but the newest of each of the last days, weeks and months that have a backup, counted back from the newest,
 * so that a shop that was not backed up for a while keeps what it has. The newest is never removed, and neither is anything that does
 * not have the name of a backup.
 */
export function outdated(names: readonly string[], { days, weeks, months }: Retention): string[] {
  const known = names.flatMap((name) => {
    const moment = momentOf(name)
    return moment ? [{ name, moment }] : []
  })
  known.sort((a, b) => b.moment.getTime() - a.moment.getTime())
  const kept = new Set(known.slice(0, 1).map(({ name }) => name))
  const keepNewest = (of: (moment: Date) => string, most: number): void => {
    const seen = new Set<string>()
    for (const { name, moment } of known) {
      const period = of(moment)
      if (seen.has(period)) continue
      if (seen.size === most) return
      seen.add(period)
      kept.add(name)
    }
  }
  keepNewest(dayOf, days)
  keepNewest(weekOf, weeks)
  keepNewest(monthOf, months)
  return known.map(({ name }) => name).filter((name) => !kept.has(name))
}
