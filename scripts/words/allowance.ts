/**
 * The number of avoided words that an area may still have: one file per area in scripts/words/allowed, with a number that only
 * decreases. An area without a file may have none. Several people can lower their areas at once without a conflict.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'allowed')

/** The top-level folder, for app/ the folder below it; `root` for files at the top. */
export function areaOf(file: string): string {
  const [first = '', second = '', third] = file.split('/')
  if (!second) return 'root'
  return first === 'app' ? `app-${third ? second : 'root'}` : first
}

export function readAllowance(): Map<string, number> {
  return new Map(readdirSync(FOLDER).flatMap((area) => (area.endsWith('.md') ? [] : [[area, Number(readFileSync(path.join(FOLDER, area), 'utf8'))]])))
}

/** Areas with more avoided words than they may have, one sentence each. */
export function excesses(counts: ReadonlyMap<string, number>, allowance: ReadonlyMap<string, number>): string[] {
  return [...counts].flatMap(([area, count]) => {
    const most = allowance.get(area) ?? 0
    return count > most ? [`${area}: ${count} avoided words, ${most} allowed`] : []
  })
}

/** Areas whose number is too high, with the new number; 0 removes the file. */
export function lowered(counts: ReadonlyMap<string, number>, allowance: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...allowance].flatMap(([area, most]) => ((counts.get(area) ?? 0) < most ? [[area, counts.get(area) ?? 0]] : [])))
}

export function writeAllowance(numbers: ReadonlyMap<string, number>): void {
  for (const [area, count] of numbers) {
    if (count === 0) rmSync(path.join(FOLDER, area))
    else writeFileSync(path.join(FOLDER, area), `${count}\n`)
  }
}
