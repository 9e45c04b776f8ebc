/** Breaks a read of the visitors for a while, as the owner of the database can: the screens then show their real error states. */
import pg from 'pg'
import { shopKeys } from './current-shop.ts'

const reads = {
  facets: { off: 'revoke execute on function public.product_facets from anon', on: 'grant execute on function public.product_facets to anon' },
  products: {
    off: 'revoke select on public.products from anon; revoke execute on function public.list_products from anon',
    on: 'grant select on public.products to anon; grant execute on function public.list_products to anon',
  },
  settings: { off: 'revoke select on public.settings from anon', on: 'grant select on public.settings to anon' },
} as const

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Runs `work` while visitors may not read; `restore` restores the read early. It is restored afterwards in any case. */
export async function whileBroken(read: keyof typeof reads, work: (restore: () => Promise<void>) => Promise<void>): Promise<void> {
  const restore = (): Promise<void> => asOwner(reads[read].on)
  await asOwner(reads[read].off)
  try {
    await work(restore)
  } finally {
    await restore()
  }
}
