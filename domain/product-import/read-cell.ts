/**
 * Reads the cells of a price list as Indian traders write them. Each reader returns the value, null for an empty cell, or
 * undefined for an invalid one: nothing is guessed or silently corrected.
 */
import { toPaise } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { tierErrors } from '../prices/tier-errors.ts'
import type { TierError } from '../prices/tier-errors.ts'
import { comparable, tidyText } from './tidy-text.ts'

/** Removes commas from valid Indian or western grouping only: `107,50` is not ten thousand. */
const ungrouped = (text: string): string => (/^(\d{1,2}(,\d{2})*|\d{1,3}(,\d{3})*),\d{3}(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text)

/** `1,234.50`, `₹ 99`, `Rs. 99/-` and `99.9` are amounts. */
export function readAmount(cell: string): Paise | null | undefined {
  const text = ungrouped(
    tidyText(cell)
      .replace(/^(₹|rs\.?|inr)\s*/i, '')
      .replace(/(?<!\s)\s*\/-$/, ''),
  )
  if (text === '') return null
  return /^\d{1,9}(\.\d+)?$/.test(text) ? toPaise(text) : undefined
}

const MOST = 2_147_483_647

/** `12`, `1,200` and a spreadsheet's `12.00` are counts; fractions and negative numbers are not. */
export function readCount(cell: string): number | null | undefined {
  const text = ungrouped(tidyText(cell))
  if (text === '') return null
  const count = /^\d{1,10}(\.0+)?$/.test(text) ? Number(text) : Number.NaN
  return count <= MOST ? count : undefined
}

/** `18`, `18%`, `18.00 %` and `GST 18%`: percent from 0 to 100, at most two decimals. */
export function readPercent(cell: string): number | null | undefined {
  const text = tidyText(cell)
    .replace(/^(i?gst)\s*@?\s*/i, '')
    .replace(/(?<!\s)\s*%$/, '')
  if (text === '') return null
  const percent = /^\d{1,3}(\.\d{1,2}0*)?$/.test(text) ? Number(text) : Number.NaN
  return percent <= 100 ? percent : undefined
}

/**
 * Four, six or eight digits, with or without the dots and spaces of the tariff: `3304.99.10`. If a spreadsheet removed a leading
 * zero, the value is invalid; the zero is not guessed.
 */
export function readHsn(cell: string): string | null | undefined {
  const text = tidyText(cell).replace(/[.\s]/g, '')
  if (text === '') return null
  return /^\d{4}(\d\d){0,2}$/.test(text) ? text : undefined
}

/** A SKU as written, at most 40 characters. `8.90E+12` is what a spreadsheet makes of a long number, and not a SKU. */
export function readSku(cell: string): string | null | undefined {
  const text = tidyText(cell)
  if (text === '') return null
  return text.length <= 40 && !/^\d(\.\d+)?E\+\d+$/i.test(text) ? text : undefined
}

export type ProductStatus = 'active' | 'draft' | 'archived'
const STATUSES: Record<ProductStatus, readonly string[]> = {
  active: ['active', 'on sale', 'published', 'live', 'enabled'],
  draft: ['draft', 'hidden', 'unpublished', 'pending'],
  archived: ['archived', 'discontinued', 'inactive', 'disabled'],
}

export function readStatus(cell: string): ProductStatus | null | undefined {
  const word = comparable(cell)
  if (word === '') return null
  return (Object.keys(STATUSES) as ProductStatus[]).find((status) => STATUSES[status].includes(word))
}

export function readFlag(cell: string): boolean | null | undefined {
  const word = comparable(cell)
  if (word === '') return null
  if (['yes', 'y', 'true', '1', 'हाँ', 'हां'].includes(word)) return true
  return ['no', 'n', 'false', '0', 'नहीं'].includes(word) ? false : undefined
}

/** A tier in its stored form. */
export type StoredTier = { min_quantity: number; discount_percent: number }

/** `6+ 5%; 12+ 8%`, `6:5, 12:8` or the JSON text of the list. A word for none (`none`, `-`) removes all tiers. */
export function readTiers(cell: string): StoredTier[] | TierError['code'] | null | undefined {
  const text = tidyText(cell)
  if (text === '') return null
  if (['none', '-', '[]'].includes(text.toLowerCase())) return []
  const tiers = text.startsWith('[') ? jsonTiers(text) : writtenTiers(text)
  if (tiers === undefined) return undefined
  const [wrong] = tierErrors(tiers)
  return wrong ? wrong.code : tiers.toSorted((a, b) => a.min_quantity - b.min_quantity)
}

/** No two runs of optional blanks are adjacent: trying all divisions of one run between them would take polynomial time. */
const TIER = /^(\d{1,6})\s*(?:\+|:|=|-|units?|pcs)+\s*(?::\s*)?(\d{1,2}(?:\.\d{1,6})?)\s*(?:%\s*)?(?:off)?$/i

function writtenTiers(text: string): StoredTier[] | undefined {
  const parts = text.split(/[;,|]/).filter((part) => part.trim() !== '')
  const read = parts.map((part) => TIER.exec(part.trim()))
  const tiers = read.flatMap((match) => (match ? [{ min_quantity: Number(match[1]), discount_percent: Number(match[2]) }] : []))
  return tiers.length === parts.length && parts.length > 0 ? tiers : undefined
}

function jsonTiers(text: string): StoredTier[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return undefined
    const tiers = list.flatMap((entry: unknown) => {
      const { min_quantity: least, discount_percent: percent } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
      return typeof least === 'number' && typeof percent === 'number' ? [{ min_quantity: least, discount_percent: percent }] : []
    })
    return tiers.length === list.length ? tiers : undefined
  } catch {
    return undefined
  }
}

/** Tiers in the format of the export, which `readTiers` reads; 'none' when there are none. */
export const tiersText = (tiers: readonly { minQuantity: number; discountPercent: number }[]): string =>
  tiers.length === 0 ? 'none' : tiers.map(({ minQuantity, discountPercent }) => `${minQuantity}+ ${discountPercent}%`).join('; ')
