import type { Paise } from '../money/money.ts'
import { taxedRates } from './sections.ts'
import type { AtRate, ReturnDocument } from './return-document.ts'

/** A document that a table lists on its own, with its taxed part by rate. Amounts are positive, for notes too. */
export type Listed = {
  serial: string
  issuedAt: string
  /** '' for an unregistered buyer */
  gstin: string
  name: string
  placeOfSupply: string
  interState: boolean
  value: Paise
  rates: AtRate[]
  reverses: ReturnDocument['reverses']
}

/** Sorted by buyer, then by number. */
export function listed(documents: readonly ReturnDocument[]): Listed[] {
  const rows = documents.map((document): Listed => {
    const { serial, issuedAt, buyer, placeOfSupply, interState, value, reverses } = document
    return { serial, issuedAt, gstin: buyer.gstin ?? '', name: buyer.name, placeOfSupply, interState, value, rates: taxedRates(document), reverses }
  })
  return rows.sort((a, b) => compare(a.gstin, b.gstin) || compare(a.serial, b.serial))
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
