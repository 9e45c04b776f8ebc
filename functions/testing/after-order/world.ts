/** The shop in which one random sequence happens: its clock, its people and products, and how a step is tried. */
import { randomUUID } from 'node:crypto'
import { hasSqlState } from '#postgres/sql-state.ts'
import type { FunctionContext, ShopFunction } from '../../context.ts'
import { gstinOf } from '../random-sales.ts'
import type { Person, TestShop } from '../shop.ts'
import { rupees } from './book.ts'
import type { OrderBook, Place, Product } from './book.ts'

export type Roll = (below: number) => number
export type Answer = { status: number; body: Record<string, unknown> & { code?: string; order?: { id: string } } }
export type World = {
  shop: TestShop
  roll: Roll
  staff: Person
  buyer: Person
  products: Product[]
  orders: OrderBook[]
  now: Date
  /** the steps so far, for the message of a failure */
  story: string[]
  /** counts what happened over all sequences: `name`, or `name refused` */
  counts: Map<string, number>
}

/** A row of the table in steps.ts. */
export type Step = {
  name: string
  /** how often it is taken, beside the others that are ready */
  weight: number
  /** Is it the time for it? Now and then it is tried at another time too: then the book has to say that it is refused. */
  ready(order: OrderBook, world: World): boolean
  /** Takes the step in the shop, and in the book if the book allows it. */
  take(world: World, order: OrderBook): Promise<void>
}

/** Refusals of the database: a step that is not allowed now, a row that is gone, an invalid value. */
const REFUSALS = ['PT409', 'PT404', '42501', '22023', '23514']

export const PLACES: Place[] = [
  { state: 'Maharashtra', code: '27', city: 'Pune', pincode: '411001', registered: false },
  { state: 'Maharashtra', code: '27', city: 'Pune', pincode: '411001', registered: true },
  { state: 'Karnataka', code: '29', city: 'Bengaluru', pincode: '560038', registered: false },
  { state: 'Karnataka', code: '29', city: 'Bengaluru', pincode: '560038', registered: true },
]
export const buyerAt = ({ state, code, city, pincode, registered }: Place) => ({
  full_name: 'Meera Nair',
  address: '48, 12th Main',
  phone: '9845011234',
  city,
  state,
  pincode,
  ...(registered ? { gstin: gstinOf(code), company_name: 'Glow Studio' } : {}),
})

export async function openWorld(shop: TestShop, staff: Person, roll: Roll, counts: Map<string, number>): Promise<World> {
  const buyer = await shop.person()
  const products: Product[] = []
  for (const rate of [0n, 500n, 1800n, 1800n]) {
    const product = {
      id: randomUUID(),
      base: BigInt(101 + roll(60_000)),
      rate,
      hsn: `330${roll(4)}`,
      tiers: roll(2) ? [{ from: 4n, off: BigInt(250 + roll(3000)) }] : [],
      stock: 6 + roll(30),
    }
    products.push(product)
    await shop.product({
      id: product.id,
      name: `Goods ${roll(1_000_000)}`,
      stock: product.stock,
      price: rupees(product.base),
      gst_percent: Number(rate) / 100,
      hsn: product.hsn,
      pricing_tiers: JSON.stringify(product.tiers.map(({ from, off }) => ({ min_quantity: Number(from), discount_percent: Number(off) / 100 }))),
    })
  }
  // around the end of a financial year, over several months
  const now = new Date(Date.UTC(2027, 1, 1 + roll(50), 6, roll(60)))
  return { shop, roll, staff, buyer, products, orders: [], now, story: [], counts }
}

export const monthOf = ({ now }: World): string => new Date(now.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 7)

/** A caller at the world's time. */
export function callerOf(world: World, person: Person): FunctionContext {
  const context = world.shop.context(person)
  const moment = world.now.toISOString()
  const dated =
    (run: FunctionContext['asUser']): FunctionContext['asUser'] =>
    (work) =>
      run((query) => {
        void query("select set_config('shop.as_of', $1, true)", [moment])
        return work(query)
      })
  return { ...context, asUser: dated(context.asUser), asOrderService: dated(context.asOrderService) }
}

const tell = (world: World, name: string, what: unknown) =>
  world.story.push(
    `${world.now.toISOString().slice(0, 16)} ${name} ${JSON.stringify(what, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
  )
const count = (world: World, name: string) => world.counts.set(name, (world.counts.get(name) ?? 0) + 1)

/**
 * Takes a step by SQL as this person. What the book allows has to succeed, everything else has to be refused and to change nothing.
 *
 * @returns the first row, or null when it was refused
 */
export async function sqlStep(
  world: World,
  name: string,
  person: Person,
  allowed: boolean,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown> | null> {
  tell(world, `${name}${allowed ? '' : ' (refused)'}`, values)
  const row = await tried(world, person, text, values)
  if (row instanceof Error ? allowed : !allowed) throw withStory(world, name, row instanceof Error ? row : new Error('was not refused'))
  count(world, allowed ? name : `${name} refused`)
  return row instanceof Error ? null : row
}

/** The first row, or the refusal: an error, or a policy that finds no row. */
async function tried(world: World, person: Person, text: string, values: unknown[]): Promise<Record<string, unknown> | Error> {
  try {
    const [row] = await callerOf(world, person).asUser((query) => query<Record<string, unknown>>(text, values))
    return row ?? new Error('no row')
  } catch (error) {
    if (error instanceof Error && REFUSALS.some((state) => hasSqlState(error, state))) return error
    throw withStory(world, text, error)
  }
}

/** The same for a server function. */
export async function functionStep(
  world: World,
  name: string,
  person: Person,
  allowed: boolean,
  work: ShopFunction,
  body: object,
): Promise<Answer['body'] | null> {
  tell(world, `${name}${allowed ? '' : ' (refused)'}`, body)
  const { status, body: answer } = await ask(world, person, work, body)
  if ((status === 200) !== allowed || (status !== 200 && status !== 409)) throw withStory(world, name, new Error(`${status} ${JSON.stringify(answer)}`))
  count(world, allowed ? name : `${name} refused`)
  return allowed ? answer : null
}
export async function ask(world: World, person: Person, work: ShopFunction, body: object): Promise<Answer> {
  const answer = await work(new Request('http://shop.example/functions/v1/x', { method: 'POST', body: JSON.stringify(body) }), callerOf(world, person))
  return answer.status === 503 ? ask(world, person, work, body) : { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

function withStory(world: World, name: string, error: unknown): Error {
  return new Error(`${name}: ${error instanceof Error ? error.message : String(error)}\n${world.story.join('\n')}`, { cause: error })
}
