/** The shop's logo as a picture inside a mail, so that opening the mail requests nothing from the shop. */
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { ClientBase, Pool } from 'pg'
import type { Attachment } from './transport.ts'

/** Null: the mail has the shop's name instead. */
export async function readMailLogo(client: ClientBase | Pool, { logo }: Pick<StoreSettings, 'logo'>): Promise<(Attachment & { cid: string }) | null> {
  if (logo === null) return null
  const { rows } = await client.query<{ png: Uint8Array | null }>('select public.logo_file($1, true) as png', [logo.version])
  const bytes = rows[0]?.png
  return bytes ? { filename: 'logo.png', bytes, contentType: 'image/png', cid: `logo-${logo.version}` } : null
}
