/** Texts and days as the e-invoice and e-way bill portals take them (docs/decisions/0095-e-invoices-and-e-way-bills.md). */
import { oneLine } from '../text/one-line.ts'
import { indianCalendar } from '../time/dates.ts'

/** One line of at most so many characters, without the quotes and backslashes that the published patterns exclude. */
export function portalText(text: string, most: number): string {
  return [...oneLine(text.replace(/["\\]/g, ' '))].slice(0, most).join('').trim()
}

/** An address in one or two lines of at most `most` characters, broken at a space where there is one. The second is '' for a short address. */
export function addressLines(text: string, most: number): [first: string, second: string] {
  const all = [...portalText(text, 10 * most)]
  if (all.length <= most) return [all.join(''), '']
  const space = all.slice(0, most + 1).lastIndexOf(' ')
  const at = space > most / 2 ? space : most
  return [all.slice(0, at).join('').trim(), all.slice(at).join('').trim().slice(0, most).trim()]
}

/** '22/11/2026', the day in India. */
export function slashedDay(moment: string): string {
  const { year, month, day } = indianCalendar(moment)
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`
}

/** A PIN code as a number; null for anything else. */
export function pinNumber(pincode: string): number | null {
  return /^[1-9]\d{5}$/.test(pincode.trim()) ? Number(pincode.trim()) : null
}
