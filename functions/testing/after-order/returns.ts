import { credit, productOf, rupees } from './book.ts'
import { awaited, owe, refundable, setOff } from './money.ts'
import type { Line, OrderBook, Return } from './order-book.ts'
import { sqlStep } from './taking.ts'
import { today } from './world.ts'
import type { Step, World } from './world.ts'

/** As set in the shop of the test. */
export const RETURN_DAYS = 20
const asked = (order: OrderBook, item: string): number =>
  order.returns.reduce((all, { state, pieces }) => all + (['declined', 'withdrawn'].includes(state) ? 0 : (pieces.get(item) ?? 0)), 0)
const left = (order: OrderBook, line: Line): number => line.quantity - line.givenUp.length - asked(order, line.item)
export const anyOf = (world: World, order: OrderBook, states: readonly string[]): Return | undefined => {
  const fitting = order.returns.filter(({ state }) => states.includes(state))
  const all = fitting.length > 0 ? fitting : order.returns
  return all[world.roll(Math.max(all.length, 1))]
}

async function begin(world: World, order: OrderBook): Promise<void> {
  const staff = world.roll(2) === 0
  const pieces = new Map(
    order.lines.flatMap((line) => {
      const chosen = world.roll((world.roll(10) === 0 ? line.quantity + 1 : left(order, line)) + 1)
      return chosen > 0 ? [[line.item, chosen] as const] : []
    }),
  )
  if (pieces.size === 0) return
  const inTime = order.delivered !== null && world.now.getTime() <= order.delivered.getTime() + RETURN_DAYS * 86_400_000
  const fits = order.lines.every((line) => (pieces.get(line.item) ?? 0) <= left(order, line))
  const allowed = order.status === 'delivered' && fits && (staff || inTime)
  const text = `select public.${staff ? 'book_return' : 'ask_return'}($1, $2, 'other', 'Too red') as id`
  const lines = JSON.stringify([...pieces].map(([item, quantity]) => ({ item, quantity })))
  const made = await sqlStep(world, staff ? 'book a return' : 'ask for a return', staff ? world.staff : order.buyer, allowed, text, [order.id, lines])
  if (made) order.returns.push({ id: String(made['id']), state: staff ? 'approved' : 'requested', staff, pieces })
}

const VERSION = '(select r.version from public.returns r where r.id = $1)'
const answer = (name: string, from: readonly string[], to: string, weight: number, call: string, byCustomer = false): Step => ({
  name,
  weight,
  ready: ({ returns }) => returns.some(({ state }) => from.includes(state)),
  async take(world, order) {
    const one = anyOf(world, order, from)
    if (!one) return
    const text = `select public.${call.replace('$version', VERSION)}`
    if (await sqlStep(world, name, byCustomer ? order.buyer : world.staff, from.includes(one.state), text, [one.id])) one.state = to
  },
})

async function receive(world: World, order: OrderBook): Promise<void> {
  const one = anyOf(world, order, ['approved'])
  if (!one) return
  const split = [...one.pieces].map(([item, quantity]) => {
    const restocked = world.roll(quantity + 1)
    const damaged = world.roll(quantity - restocked + 1)
    return { item, restocked, damaged, lost: quantity - restocked - damaged }
  })
  const text = `select public.receive_return($1, ${VERSION}, $2)`
  if (!(await sqlStep(world, 'receive a return', world.staff, one.state === 'approved', text, [one.id, JSON.stringify(split)]))) return
  for (const { item, restocked } of split) productOf(order, item).stock += restocked
  one.state = 'received'
}

/** What of a received return is credited, what the shop keeps back, and what is due. */
export function randomClosing(
  world: World,
  order: OrderBook,
  { pieces }: Return,
): { credited: Map<string, number>; charges: boolean; kept: bigint; due: bigint } {
  const credited = new Map([...pieces].map(([item, quantity]) => [item, world.roll(quantity + 1)]))
  const charges = world.roll(4) === 0
  const total = credit(structuredClone(order), credited, charges, today(world))
  const kept = world.roll(3) === 0 ? BigInt(world.roll(Number(total) + 1)) : 0n
  return { credited, charges, kept, due: total - kept }
}

export async function closeAs(world: World, order: OrderBook, settle: 'refund' | 'credit'): Promise<void> {
  const one = anyOf(world, order, ['received'])
  if (!one) return
  const { credited, charges, kept, due } = randomClosing(world, order, one)
  const name = settle === 'refund' ? 'settle a return' : 'settle a return as store credit'
  const allowed = one.state === 'received' && isPayable(order, due)
  const text = `select public.close_return($1, ${VERSION}, $2, $3, $4, 'The box is missing', $5)`
  const lines = JSON.stringify([...credited].map(([item, quantity]) => ({ item, credited: quantity })))
  if (!(await sqlStep(world, name, world.staff, allowed, text, [one.id, lines, charges, rupees(kept), settle]))) return
  credit(order, credited, charges, today(world))
  one.state = 'closed'
  owe(world, order, setOff(order, due), 'return', settle === 'credit')
}

/** May so much go back? Money whose amount is known elsewhere is settled first. */
export function isPayable(order: OrderBook, due: bigint): boolean {
  const payment = awaited(order)
  const open = payment?.amount ?? 0n
  if (due > 0n && open > 0n && payment && ['awaiting_verification', 'cod_pending'].includes(payment.state)) return false
  return due - open <= refundable(order)
}

export const returnSteps: Step[] = [
  { name: 'ask for a return', weight: 8, ready: (order) => order.status === 'delivered' && order.lines.some((line) => left(order, line) > 0), take: begin },
  answer('withdraw a return', ['requested'], 'withdrawn', 2, 'withdraw_return($1, $version)', true),
  answer('approve a return', ['requested'], 'approved', 5, 'approve_return($1, $version)'),
  answer('decline a return', ['requested', 'approved'], 'declined', 1, "decline_return($1, $version, 'Opened')"),
  { name: 'receive a return', weight: 8, ready: ({ returns }) => returns.some(({ state }) => state === 'approved'), take: receive },
  {
    name: 'settle a return',
    weight: 10,
    ready: ({ returns }) => returns.some(({ state }) => state === 'received'),
    take: (world, order) => closeAs(world, order, 'refund'),
  },
]
