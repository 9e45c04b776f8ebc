/** The shop's one row of settings, as the back office changes it (docs/rules.md#store-settings). */
import type { RazorpaySetup } from '#supabase/results/settings.ts'
import type { TableRow } from '#supabase/database.ts'
import { callOwnerFunction } from '../staff/owner-calls.ts'
import type { OwnerAnswer } from '../staff/owner-calls.ts'
import { loadSupabase } from '../../api/supabase.ts'

export type { RazorpaySetup } from '#supabase/results/settings.ts'

type Row = TableRow<'settings'>

/** The columns an admin may write, as the API has them: rupees and percent as numbers, `dispatch_holidays` as '2026-11-08'. */
export type SettingsColumns = Omit<Row, 'id' | 'version' | 'updated_at' | 'is_open' | 'delivery_varies' | BrandColumn>
/** The columns of the brand, which have a screen of their own. */
export type BrandColumn = 'logo' | 'logo_dark' | 'accent' | 'second_colour' | keyof HomeColumns
export type HomeColumns = Pick<Row, 'home' | 'footer_text' | 'announcement' | 'announcement_link' | 'announcement_from' | 'announcement_until'>
export type BrandColours = Pick<Row, 'accent' | 'second_colour'>
export type SettingsRow = SettingsColumns & Pick<Row, BrandColumn> & { version: number }

/** Someone else saved in the meantime; `row` is the current row. Nothing was written. */
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
  return data
}

/** @throws StaleSettings when the row no longer has this version */
export async function saveSettings(version: number, changes: Partial<SettingsColumns & BrandColours & HomeColumns>): Promise<SettingsRow> {
  const client = await loadSupabase()
  const { data, error } = await client.from('settings').update(changes).eq('id', true).eq('version', version).select('*')
  if (error) throw new Error(error.message, { cause: error })
  const [row] = data
  if (!row) throw new StaleSettings(await fetchSettingsRow())
  return row
}

/** What an admin may know of the keys: secrets are never read back. */
export async function fetchRazorpaySetup(): Promise<RazorpaySetup> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('razorpay_setup')
  if (error) throw new Error(error.message, { cause: error })
  return data
}

export type RazorpayKeys = { keyId: string; keySecret: string; webhookSecret: string }
/** Empty keys stay as they are. `field` names a key that is invalid. */
export const setRazorpayKeys = ({ keyId, keySecret, webhookSecret }: RazorpayKeys, ownerPassword: string): Promise<OwnerAnswer> =>
  callOwnerFunction('set-payment-keys', { key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret }, ownerPassword)

/** What only an owner may change: the shop's legal identity, and where UPI money goes. */
export const IDENTITY: readonly string[] = ['store_name', 'legal_name', 'address', 'city', 'state_code', 'pincode', 'gstin', 'upi_vpa']

/** Splits the changes into those that need an owner and the rest. */
export function partChanges(changes: Partial<SettingsColumns>): { identity: Partial<SettingsColumns>; ordinary: Partial<SettingsColumns> } {
  const part = (wanted: boolean) => Object.fromEntries(Object.entries(changes).filter(([name]) => IDENTITY.includes(name) === wanted))
  return { identity: part(true), ordinary: part(false) }
}

/** The response has the new `version`. */
export const saveIdentity = (version: number, changes: Partial<SettingsColumns>, ownerPassword: string): Promise<OwnerAnswer> =>
  callOwnerFunction('set-identity', { version, changes }, ownerPassword)

/** Ends the validity of the previous secrets: signatures made with them are no longer accepted. */
export async function endPreviousSecrets(): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('end_previous_razorpay_secrets')
  if (error) throw new Error(error.message, { cause: error })
}

/** Active products with a rate below `percent`: those that a forced rate would overcharge (docs/rules.md#gst-rate). The first fifty, and how many there are. */
export async function fetchProductsBelow(percent: number): Promise<{ names: Pick<TableRow<'products'>, 'name' | 'gst_percent'>[]; total: number }> {
  const client = await loadSupabase()
  const { data, error, count } = await client
    .from('products')
    .select('name,gst_percent', { count: 'exact' })
    .eq('status', 'active')
    .lt('gst_percent', percent)
    .order('name')
    .limit(50)
  if (error) throw new Error(error.message, { cause: error })
  return { names: data, total: count ?? data.length }
}
