/** Data that the back office shows, with the longest names, for the crawl of its screens. */
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { newCustomer, serviceClient, type Customer } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { makeFamily } from '../support/families.ts'
import { changeOrder, orderOf } from '../support/orders.ts'
import { makeProduct } from '../support/products.ts'
import { LONG_PERSON, LONG_PRODUCT, LONG_WORD } from './long-names.ts'
import { dropPage, makeLongPage, type MadePage } from './long-page.ts'
import { makeBuyer, type Buyer } from './made.ts'

export type Staffed = {
  owner: Customer
  colleague: string
  buyer: Buyer
  banner: string
  category: string
  discount: string
  soldOut: string
  family: string
  newcomer: string
  /** the card of someone without an account, and their order */
  guest: string
  guestOrder: string
  page: MadePage
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
  const parent = await service
    .from('categories')
    .insert({ name: category, name_hi: 'त्वचा और बालों की देखभाल', display_order: 999 })
    .select('id')
    .single()
    .throwOnError()
  await service
    .from('categories')
    .insert({ name: `Below ${category}`, parent_id: parent.data.id, display_order: 1 })
    .throwOnError()
  const family = await makeFamily({ name: `Lipstick ${LONG_WORD}`, shades: [{ shade: LONG_WORD.slice(0, 60), colour: '#9b111e' }, { shade: 'Coral' }] })
  const soldOut = await makeProduct({ name: `Gone ${LONG_PRODUCT}`, stock: 0, category_id: parent.data.id, brand: LONG_WORD })
  const inFortyDays = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await service
    .from('product_batches')
    .insert({ product_id: soldOut.id, batch: LONG_WORD.slice(0, 60), expires_on: inFortyDays, received: 240, remaining: 12 })
    .throwOnError()
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
    .single()
    .throwOnError()
  await fileComplaints(buyer)
  await askReturns(buyer)
  const guestOrder = (await orderOf(await newCustomer(shopKeys()))).id
  const phone = `+91 98450 ${randomInt(10_000, 99_999)}`
  await changeOrder(guestOrder, { user_id: null, full_name: LONG_PERSON, company_name: LONG_WORD, phone, email: `${LONG_WORD.toLowerCase()}@looks.example` })
  const guest = await service.from('customers').select('id').eq('phone', phone).single().throwOnError()
  const page = await makeLongPage()
  return {
    owner,
    colleague: colleague.id,
    buyer,
    banner,
    category,
    discount: offer.data.id,
    soldOut: soldOut.id,
    family: family.id,
    newcomer: newcomer.id,
    guest: guest.data.id ?? '',
    guestOrder,
    page,
  }
}

/** Removes the owner and the long names, so that other files do not see them. */
export async function dropStaffed({ owner, colleague, buyer, banner, category, discount, soldOut, family, page, guestOrder }: Staffed): Promise<void> {
  const service = serviceClient(shopKeys())
  await buyer.clear()
  await service.from('user_roles').delete().in('user_id', [owner.id, colleague])
  await service.from('orders').delete().eq('id', guestOrder)
  await service.from('banner_images').delete().eq('title', banner)
  await service.from('products').delete().eq('family_id', family)
  await service.from('product_families').delete().eq('id', family)
  await service.from('products').delete().eq('id', soldOut)
  await service.from('categories').delete().eq('name', `Below ${category}`)
  await service.from('categories').delete().eq('name', category)
  await service.from('discounts').delete().eq('id', discount)
  await dropPage(page)
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

/** A return of the delivered order in each state that staff work on, with the longest message, as the owner of the database. */
async function askReturns(buyer: Buyer): Promise<void> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    await client.query(
      `with made as (
         insert into public.returns (order_id, number, state, asked_by, reason, message)
         select $1, place, state, 'customer', 'damaged', $2 from unnest(array['requested', 'approved', 'received']) with ordinality as s (state, place) returning id, state)
       insert into public.return_lines (return_id, order_item_id, quantity, restocked)
       select m.id, i.id, 1, case m.state when 'received' then 1 else 0 end from made m join public.order_items i on i.order_id = $1`,
      [buyer.orders.delivered, `The lid is broken. ${LONG_PRODUCT}. ${LONG_WORD}${LONG_WORD}`],
    )
  } finally {
    await client.end()
  }
}
