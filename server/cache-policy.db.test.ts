import { Client } from 'pg'
import { expect, test } from 'vitest'
import { changesPublicReads } from './cache-policy.ts'
import { createDatabase } from './testing/database.ts'

/** Calls that write, but nothing that visitors read: a line of one's cart, a request, a counted try. */
const OWN_WRITES = ['add_to_cart', 'ask_when_back', 'find_coupon']

test('a call empties the cache where the database lets it write what visitors read', async () => {
  const database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  try {
    await owner.connect()
    const { rows } = await owner.query<{ name: string; writes: boolean }>(
      `select p.proname as name, bool_or(p.provolatile = 'v') as writes from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       group by p.proname order by p.proname`,
    )
    const known = rows.map(({ name, writes }) => [name, writes && !OWN_WRITES.includes(name)])
    expect(known.map(([name]) => [name, changesPublicReads('POST', `/rest/v1/rpc/${String(name)}?select=x`)])).toEqual(known)
  } finally {
    await owner.end()
    await database.drop()
  }
})
