import { readSettings } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Query } from '#postgres/statement.ts'

/** The settings an order depends on. */
export async function readShop(query: Query): Promise<StoreSettings> {
  const [row] = await query<Record<string, unknown>>(
    `select store_name, city, pincode, state_code, gstin, prices_include_gst, forced_gst_percent, free_delivery_from, delivery_charge, cod_enabled, upi_vpa, razorpay_enabled
       from public.settings`,
  )
  if (!row) throw new Error('The shop has no settings row')
  return readSettings(row)
}
