/** Data that the back office shows, with the longest names, for the crawl of its screens. */
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { newCustomer, serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { makeProduct } from '../support/products.ts'
import { LONG_PERSON, LONG_PRODUCT, LONG_WORD } from './long-names.ts'
import { makeBuyer, type Buyer } from './made.ts'

export type Staffed = {
  owner: Customer
  colleague: string
  buyer: Buyer
  banner: string
  category: string
  discount: string
  soldOut: string
  newcomer: string
}

/** Creates the owner, a colleague and everything that the screens list, once for a test file. */
export async function makeStaffed(): Promise<Staffed> {
  const service = serviceClient(shopKeys())
  const [owner, colleague, newcomer, buyer] = await Promise.all([newCustomer(shopKeys()), newCustomer(shopKeys()), newCustomer(shopKeys()), makeBuyer()])
  await service
    .from('user_roles')
    .insert([
      { user_id: owner.id, role: 'owner' },
      { user_id: colleague.id, role: 'catalogue' },
    ])
    .throwOnError()
  await service.from('profiles').update({ full_name: LONG_PERSON }).in('id', [owner.id, colleague.id]).throwOnError()
  const category = `Skin and hair care ${LONG_WORD}`
  const banner = `The great festival sale of everything ${LONG_WORD}`
  const shelf = await service
    .from('categories')
    .insert({ name: category, name_hi: 'त्वचा और बालों की देखभाल', display_order: 999 })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  await service
    .from('categories')
    .insert({ name: `Below ${category}`, parent_id: shelf.data.id, display_order: 1 })
    .throwOnError()
  const soldOut = await makeProduct({ name: `Gone ${LONG_PRODUCT}`, stock: 0, category_id: shelf.data.id, brand: LONG_WORD })
  await service
    .from('banner_images')
    .insert({
      title: banner,
      description: `${LONG_PRODUCT}. ${LONG_PRODUCT}`,
      image_url: 'banner_images/none.webp',
      link: `/products?q=${LONG_WORD}`,
      is_active: false,
      display_order: 999,
    })
    .throwOnError()
  const offer = await service
    .from('discounts')
    .insert({
      code: `${LONG_WORD.slice(0, 31).toUpperCase()}-${randomUUID().slice(0, 8).toUpperCase()}`,
      description: LONG_PRODUCT,
      kind: 'percent',
      value: 12.5,
      is_active: false,
    })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  await fileComplaints(buyer)
  return { owner, colleague: colleague.id, buyer, banner, category, discount: offer.data.id, soldOut: soldOut.id, newcomer: newcomer.id }
}

/** Removes the owner and the long names, so that other files do not see them. */
export async function dropStaffed({ owner, colleague, buyer, banner, category, discount, soldOut }: Staffed): Promise<void> {
  const service = serviceClient(shopKeys())
  await buyer.clear()
  await service.from('user_roles').delete().in('user_id', [owner.id, colleague])
  await service.from('banner_images').delete().eq('title', banner)
  await service.from('products').delete().eq('id', soldOut)
  await service.from('categories').delete().eq('name', `Below ${category}`)
  await service.from('categories').delete().eq('name', category)
  await service.from('discounts').delete().eq('id', discount)
}

/** One complaint in each state, with the longest content, its order and a phone number. Only the owner of the database may insert them directly. */
async function fileComplaints(buyer: Buyer): Promise<void> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    await client.query(
      `insert into public.complaints (number, user_id, order_id, name, email, phone, message, status)
       select 'CMP/00-00/' || lpad(($1::int + place)::text, 6, '0'), $2, $3, $4, $5 || '@looks.example', '+91 98200 12345', $6, state
       from unnest(array['open', 'answered', 'closed']) with ordinality as made (state, place)`,
      [
        randomInt(999_000),
        buyer.id,
        buyer.orders.pending,
        LONG_PERSON,
        LONG_WORD.toLowerCase(),
        `It arrived broken. ${LONG_PRODUCT}. ${LONG_WORD}${LONG_WORD}`,
      ],
    )
  } finally {
    await client.end()
  }
}
