/** The shop's one row of settings, as the back office changes it (docs/rules.md#store-settings). */
import type { Database } from '../../../supabase/database.types.ts'
import { callOwnerFunction } from './owner-calls.ts'
import type { OwnerAnswer } from './owner-calls.ts'
import { loadSupabase } from '../api/supabase.ts'

type Row = Database['public']['Tables']['settings']['Row']

/** The columns an admin may write, as the wire has them: rupees and percent as numbers, `dispatch_holidays` as '2026-11-08'. */
export type SettingsColumns = Omit<Row, 'id' | 'version' | 'updated_at' | 'hours' | 'social'> & {
  hours: { days: string; opens: string | null; closes: string | null }[]
  social: Record<string, string>
}
export type SettingsRow = SettingsColumns & { version: number }

/** Somebody else saved meanwhile; `row` is what stands there now. Nothing was written. */
export class StaleSettings extends Error {
  readonly row: SettingsRow
  constructor(row: SettingsRow) {
    super('stale')
    this.row = row
  }
}

export async function fetchSettingsRow(): Promise<SettingsRow> {
  const client = await loadSupabase()
  const { data, error } = await client.from('settings').select('*').single()
  if (error) throw new Error(error.message, { cause: error })
  return data as SettingsRow
}

/** @throws StaleSettings when the row is no longer of this version */
export async function saveSettings(version: number, changes: Partial<SettingsColumns>): Promise<SettingsRow> {
  const client = await loadSupabase()
  const { data, error } = await client.from('settings').update(changes).eq('id', true).eq('version', version).select('*')
  if (error) throw new Error(error.message, { cause: error })
  const [row] = data as SettingsRow[]
  if (!row) throw new StaleSettings(await fetchSettingsRow())
  return row
}

export type RazorpaySetup = {
  key_id: string | null
  key_secret_set: boolean
  webhook_secret_set: boolean
  changed_at: string | null
  /** until when the secrets of before count too; null: they do not */ previous_until: string | null
}

/** What an admin may know of the keys: secrets are never read back. */
export async function fetchRazorpaySetup(): Promise<RazorpaySetup> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('razorpay_setup')
  if (error) throw new Error(error.message, { cause: error })
  return data as RazorpaySetup
}

export type RazorpayKeys = { keyId: string; keySecret: string; webhookSecret: string }
/** Empty ones stay as they are. A key that is none is named by `field`. */
export const setRazorpayKeys = ({ keyId, keySecret, webhookSecret }: RazorpayKeys, ownerPassword: string): Promise<OwnerAnswer> =>
  callOwnerFunction('set-payment-keys', { key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret }, ownerPassword)

/** What only an owner changes: who the shop is before the law, and where UPI money goes. */
export const IDENTITY: readonly string[] = ['store_name', 'legal_name', 'address', 'city', 'state_code', 'pincode', 'gstin', 'upi_vpa']

/** The part of the changes that an owner makes, and the rest. */
export function partChanges(changes: Partial<SettingsColumns>): { identity: Partial<SettingsColumns>; ordinary: Partial<SettingsColumns> } {
  const part = (wanted: boolean) => Object.fromEntries(Object.entries(changes).filter(([name]) => IDENTITY.includes(name) === wanted))
  return { identity: part(true), ordinary: part(false) }
}

/** The answer holds the new `version`. */
export const saveIdentity = (version: number, changes: Partial<SettingsColumns>, ownerPassword: string): Promise<OwnerAnswer> =>
  callOwnerFunction('set-identity', { version, changes }, ownerPassword)

/** Ends the secrets of before the last change: what was signed with them counts no longer. */
export async function endPreviousSecrets(): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('end_previous_razorpay_secrets')
  if (error) throw new Error(error.message, { cause: error })
}

/**
 * Products on sale whose own rate is below `percent`: what a forced rate would overcharge (docs/rules.md#gst-rate). The first
 * fifty, and how many.
 */
export async function fetchProductsBelow(percent: number): Promise<{ names: { name: string; gst_percent: number }[]; total: number }> {
  const client = await loadSupabase()
  const { data, error, count } = await client
    .from('products')
    .select('name,gst_percent', { count: 'exact' })
    .eq('status', 'active')
    .lt('gst_percent', percent)
    .order('name')
    .limit(50)
    .overrideTypes<{ name: string; gst_percent: number }[], { merge: false }>()
  if (error) throw new Error(error.message, { cause: error })
  return { names: data, total: count ?? data.length }
}
