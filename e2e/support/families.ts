/** A family of products created for one test, through the API. */
import { randomUUID } from 'node:crypto'
import type { TableInsert } from '#supabase/database.ts'
import { serviceClient } from './customers.ts'
import { shopKeys } from './current-shop.ts'
import { dropProducts, makeProduct, type MadeProduct, type ProductInput } from './products.ts'

type FamilyInput = Partial<TableInsert<'product_families'>> & { shades: (ProductInput & { shade: string; colour?: string })[] }
export type MadeFamily = { id: string; name: string; members: MadeProduct[]; drop(): Promise<void> }

/** A family with one option, Shade, and a product for each shade. Its name is unique. */
export async function makeFamily({ shades, ...input }: FamilyInput): Promise<MadeFamily> {
  const db = serviceClient(shopKeys())
  const id = randomUUID()
  const name = `Test lipstick ${id.slice(0, 8)}`
  const family = await db.from('product_families').insert({ id, name, options: ['Shade'], ...input })
  if (family.error) throw family.error
  const values = shades.map(({ shade, colour = null }, position) => ({ id: randomUUID(), family_id: id, option: 1, position, name: shade, colour }))
  const written = await db.from('product_family_values').insert(values)
  if (written.error) throw written.error
  const members: MadeProduct[] = []
  for (const [place, { shade: _, colour: __, ...product }] of shades.entries())
    members.push(await makeProduct({ name: '-', family_id: id, value_1: values[place]?.id, ...product }))
  return {
    id,
    name,
    members,
    async drop() {
      await dropProducts(...members.map((member) => member.id))
      const { error } = await db.from('product_families').delete().eq('id', id)
      if (error) throw error
    },
  }
}
