/**
 * Reads the cells of a price list as Indian traders write them. Each reader returns the value, null for an empty cell, or
 * undefined for an invalid one: nothing is guessed or silently corrected.
 */
import { isBarcode } from '../products/barcode.ts'
import { tierErrors } from '../prices/tier-errors.ts'
import type { TierError } from '../prices/tier-errors.ts'
import { asciiDigits } from './read-number.ts'
import { comparable, tidyText } from './tidy-text.ts'

/**
 * Four, six or eight digits, with or without the dots and spaces of the tariff: `3304.99.10`. If a spreadsheet removed a leading
 * zero, the value is invalid; the zero is not guessed.
 */
export function readHsn(cell: string): string | null | undefined {
  const text = asciiDigits(tidyText(cell)).replace(/[.\s]/g, '')
  if (text === '') return null
  return /^\d{4}(\d\d){0,2}$/.test(text) ? text : undefined
}

/** 8, 12, 13 or 14 digits with a valid check digit, with or without spaces and hyphens between them. */
export function readBarcode(cell: string): string | null | undefined {
  const text = asciiDigits(tidyText(cell)).replace(/[\s-]/g, '')
  if (text === '') return null
  return isBarcode(text) ? text : undefined
}

/** A SKU as written, at most 40 characters. `8.90E+12` is what a spreadsheet makes of a long number, and not a SKU. */
export function readSku(cell: string): string | null | undefined {
  const text = tidyText(cell)
  if (text === '') return null
  return text.length <= 40 && !/^\d(\.\d+)?E\+\d+$/i.test(text) ? text : undefined
}

export type ProductStatus = 'active' | 'draft' | 'archived'
const STATUSES: Record<ProductStatus, readonly string[]> = {
  active: ['active', 'on sale', 'published', 'live', 'enabled', 'true', 'yes', '1', 'सक्रिय'],
  draft: ['draft', 'hidden', 'unpublished', 'pending', 'proposed', 'private', 'false', 'no', '0', '-1'],
  archived: ['archived', 'discontinued', 'inactive', 'disabled', 'rejected', 'निष्क्रिय'],
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
