/** What the accountant takes from the shop, by the server function account-exports (docs/decisions/0084-accounts-exports.md). */
import type { Method } from '#domain/accounts/money-movement.ts'

import type { TallyLedgers } from '#domain/tally/ledgers.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'
import type { Tax } from './gst-return.ts'

export type AccountFile = 'tally-vouchers' | 'tally-ledgers' | 'orders' | 'day-book' | 'gstr3b'
export type AccountDays = { from: string; to: string }

/** Rupees. */
export type AccountPreview = Tax & {
  invoices: number
  notes: number
  value: number
  received: number
  refunded: number
  /** transfers, settled differences and store credit by hand */
  entries: number
  couriers: { cleared: number; to_bank: number; charges: number; difference: number }
  /** given less taken */
  credit_by_hand: number
  methods: { method: Method; count: number; received: number; refunded: number }[]
  gstr3b: { taxed: Tax; nil: number; inter_state: (Tax & { place_of_supply: string })[] }
}

/** The days have more entries than one file may have. */
export class TooManyEntries extends Error {
  readonly limit: number
  constructor(limit: number) {
    super(`more than ${limit} entries`)
    this.limit = limit
  }
}

export async function fetchAccounts(days: AccountDays): Promise<AccountPreview> {
  return (await ask({ ...days, file: 'preview' })) as AccountPreview
}

/** @param format of a sheet; Tally's files are XML */
export async function fetchAccountFile(days: AccountDays, file: AccountFile, format: 'csv' | 'xlsx' | 'xml'): Promise<Blob> {
  const answer = await ask({ ...days, file, ...(format === 'xml' ? {} : { format }) })
  if (!(answer instanceof Blob)) throw new Error('The answer is not a file')
  return answer
}

async function ask(body: object): Promise<unknown> {
  const client = await loadSupabase()
  const { data, error } = await client.functions.invoke<unknown>('account-exports', { body })
  if (!error) return data
  const { code, limit } = ((await refusedAnswer(error))?.body ?? {}) as { code?: unknown; limit?: unknown }
  if (code === 'TOO_MANY') throw new TooManyEntries(Number(limit))
  throw new Error(error instanceof Error ? error.message : String(error), { cause: error })
}

export type LedgersRow = TallyLedgers & { version: number }

export async function fetchLedgers(): Promise<LedgersRow> {
  const client = await loadSupabase()
  const { data, error } = await client.from('tally_ledgers').select('*').single()
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** @returns the saved row; null if someone else saved in the meantime, or the caller may not change it */
export async function saveLedgers(version: number, changes: Partial<TallyLedgers>): Promise<LedgersRow | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from('tally_ledgers').update(changes).eq('id', true).eq('version', version).select('*')
  if (error) throw new Error(error.message, { cause: error })
  return data[0] ?? null
}
