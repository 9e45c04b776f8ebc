import { exchangeReturn } from '../../exchange-return/exchange-return.ts'
import { credit, priceToday, rupees, totalOf } from './book.ts'
import { owe, setOff } from './money.ts'
import type { Line, OrderBook } from './order-book.ts'
import { enter, isInStock, opening, pick } from './placing.ts'
import { anyOf, isPayable, randomClosing } from './returns.ts'
import { functionStep } from './taking.ts'
import { today } from './world.ts'
import type { Step, World } from './world.ts'

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The same product costs what was paid for it, another one what it costs now. */
function wanted(world: World, order: OrderBook): { lines: Line[]; goods: object[] } {
  const first = pick(world, world.products)
  const products = world.products.filter((product) => product === first || world.roll(4) === 0)
  const lines = products.map((product): Line => {
    const quantity = world.roll(10) === 0 ? product.stock + 1 : 1 + world.roll(3)
    const bought = order.lines.find((line) => line.product === product)
    return { item: '', product, unit: bought?.unit ?? priceToday(product, quantity), agreed: bought !== undefined, quantity, givenUp: [] }
  })
  const goods = lines.map(({ product, unit, quantity }) => ({
    product_id: product.id,
    quantity,
    ...(order.lines.some((line) => line.product === product) ? { unit_price: Number(rupees(unit)), reason: 'Exchange' } : {}),
  }))
  return { lines, goods }
}

async function exchange(world: World, order: OrderBook): Promise<void> {
  const one = anyOf(world, order, ['received'])
  if (!one) return
  const { credited, charges, kept, due } = randomClosing(world, order, one)
  const { lines, goods } = wanted(world, order)
  const method = pick(world, ['cod', 'upi'])
  const allAsCredit = world.roll(3) === 0
  const total = totalOf(lines, order.place, true)
  const free = setOff(structuredClone(order), due)
  const given = allAsCredit ? free : smaller(free, total)
  const spent = smaller(given, total)
  const [row] = await world.shop.sql<{ version: number }>('select version from public.returns where id = $1', [one.id])
  const body = {
    return_id: one.id,
    version: row?.version,
    lines: [...credited].map(([item, quantity]) => ({ item, credited: quantity })),
    charges,
    deduction: Number(rupees(kept)),
    deduction_reason: 'The box is missing',
    goods,
    payment_method: method,
    rest: allAsCredit ? 'credit' : 'refund',
    expected_total: Number(rupees(total)),
    expected_credit: Number(rupees(spent)),
  }
  const allowed = one.state === 'received' && isPayable(order, due) && isInStock(lines)
  const answer = await functionStep(world, 'exchange', world.staff, allowed, exchangeReturn, body)
  if (!answer) return
  credit(order, credited, charges, today(world))
  one.state = 'closed'
  setOff(order, due)
  owe(world, order, given, 'return', true)
  owe(world, order, free - given, 'return')
  const paidBy = spent === total ? 'credit' : method
  const about = { online: false, free: true, method: paidBy, credit: spent, place: order.place, status: 'pending', ...opening(world, total, spent, paidBy) }
  await enter(world, String(answer['order_id']), lines, about)
}

export const exchangeSteps: Step[] = [
  { name: 'exchange', weight: 8, ready: ({ returns }, { orders }) => orders.length < 5 && returns.some(({ state }) => state === 'received'), take: exchange },
]
