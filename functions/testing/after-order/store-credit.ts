import { rupees } from './book.ts'
import { addCredit } from './money.ts'
import { placeWithCredit } from './placing.ts'
import { closeAs } from './returns.ts'
import { sqlStep } from './taking.ts'
import type { Step, World } from './world.ts'

/** Staff give credit or take it, now and then more than there is. */
async function move(world: World, sign: 1n | -1n): Promise<void> {
  const { balance } = world.credit
  const most = sign < 0n && world.roll(4) > 0 ? balance : balance + 40_000n
  if (most === 0n) return
  const amount = sign * BigInt(1 + world.roll(Number(most)))
  const name = sign > 0n ? 'give store credit' : 'take store credit'
  const text = "select public.change_store_credit($1, $2, 'The parcel was late')"
  if (await sqlStep(world, name, world.staff, balance + amount >= 0n, text, [world.buyer.id, rupees(amount)])) addCredit(world, 'staff', amount)
}

export const storeCreditSteps: Step[] = [
  { name: 'give store credit', weight: 2, ready: (_, { credit, orders }) => credit.balance === 0n && orders.length < 3, take: (world) => move(world, 1n) },
  { name: 'take store credit', weight: 1, ready: (_, { credit }) => credit.balance > 0n, take: (world) => move(world, -1n) },
  { name: 'place with store credit', weight: 4, ready: (_, { credit, orders }) => credit.balance > 0n && orders.length < 3, take: placeWithCredit },
  {
    name: 'settle a return as store credit',
    weight: 8,
    ready: ({ returns }) => returns.some(({ state }) => state === 'received'),
    take: (world, order) => closeAs(world, order, 'credit'),
  },
]
