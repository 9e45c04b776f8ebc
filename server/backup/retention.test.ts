import { expect, test } from 'vitest'
import { backupName, momentOf, outdated } from './retention.ts'

const at = (text: string): string => backupName(new Date(text))
const kept = (names: string[], keep: [number, number, number]): string[] => {
  const [days, weeks, months] = keep
  const gone = new Set(outdated(names, { days, weeks, months }))
  return names.filter((name) => !gone.has(name))
}

test('a name says when its backup was begun', () => {
  expect(at('2026-11-26T08:15:00.700Z')).toBe('shringar-2026-11-26T08-15-00Z.tar.gz.age')
  expect(momentOf('shringar-2026-11-26T08-15-00Z.tar.gz.age')).toEqual(new Date('2026-11-26T08:15:00Z'))
  for (const name of ['shringar-2026-13-26T08-15-00Z.tar.gz.age', '.shringar-2026-11-26T08-15-00Z.tar.gz.age.partial', 'photos.zip'])
    expect(momentOf(name)).toBeNull()
})

test('of each day, week and month the newest stays', () => {
  const nights = Array.from({ length: 400 }, (_, day) => new Date(Date.UTC(2026, 10, 26, 2) - day * 86_400_000))
  const names = nights.flatMap((night) => [backupName(night), backupName(new Date(night.getTime() + 3_600_000))])
  const found = kept(names, [7, 4, 12]).map((name) => momentOf(name)?.toISOString().slice(0, 13))
  expect(found).toEqual([
    ...['26', '25', '24', '23', '22', '21', '20'].map((day) => `2026-11-${day}T03`),
    '2026-11-15T03', // Sundays, the last days of their weeks; that of the 22nd is a day already
    '2026-11-08T03',
    '2026-10-31T03',
    ...['2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'].map(
      (day) => `${day}T03`,
    ),
  ])
})

test('a shop that was not backed up for a year keeps what it has', () => {
  const names = ['2025-11-01T00:00:00Z', '2025-11-02T00:00:00Z', '2026-11-26T00:00:00Z'].map(at)
  expect(kept(names, [7, 0, 0])).toEqual(names)
})

test('the newest stays always, and what is not a backup is never touched', () => {
  const names = ['photos.zip', '.shringar-2026-11-26T08-15-00Z.tar.gz.age.partial', at('2026-11-25T00:00:00Z'), at('2026-11-26T00:00:00Z')]
  expect(outdated(names, { days: 0, weeks: 0, months: 0 })).toEqual([at('2026-11-25T00:00:00Z')])
})
