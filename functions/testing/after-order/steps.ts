/**
 * The table of all steps after an order. A new step is a row here: what the book says
 * about it in one of the files beside this one, and in `book.ts` what it keeps of it if the book lacks that.
 */
import { changeSteps } from './changes.ts'
import { correctionSteps } from './corrections.ts'
import { exchangeSteps } from './exchanges.ts'
import { givenUpSteps } from './given-up.ts'
import type { OrderBook } from './order-book.ts'
import { parcelSteps } from './parcels.ts'
import { paymentSteps } from './payments.ts'
import { place, placeByStaff, placingSteps } from './placing.ts'
import { remittanceSteps } from './remittances.ts'
import { returnSteps } from './returns.ts'
import { statusSteps } from './statuses.ts'
import { storeCreditSteps } from './store-credit.ts'
import type { Step, World } from './world.ts'

export const STEPS: Step[] = [
  ...placingSteps,
  ...changeSteps,
  ...statusSteps,
  ...parcelSteps,
  ...givenUpSteps,
  ...paymentSteps,
  ...correctionSteps,
  ...returnSteps,
  ...exchangeSteps,
  ...storeCreditSteps,
  ...remittanceSteps,
]

/** One of these steps, by their weights. */
export function stepOf({ roll }: World, steps: readonly Step[]): Step | undefined {
  let chance = roll(
    Math.max(
      steps.reduce((all, { weight }) => all + weight, 0),
      1,
    ),
  )
  return steps.find(({ weight }) => (chance -= weight) < 0)
}

export const WAY_BACK = ['accept', 'ship everything', 'deliver everything', 'ask for a return', 'approve a return', 'receive a return']

/** Brings the first order back into the shop, as far as its steps are allowed: without it too few sequences reach what comes after. */
export async function bringBack(world: World): Promise<void> {
  const [first] = world.orders
  for (const step of STEPS.filter(({ name }) => WAY_BACK.includes(name))) if (first && step.ready(first, world)) await step.take(world, first)
}

/** A sequence of `length` random steps on one or two orders that share their goods. */
export async function liveThrough(world: World, length: number): Promise<void> {
  const { roll } = world
  while (world.orders.length === 0) await (roll(2) === 0 ? place : placeByStaff)(world)
  const hurried = roll(4) === 0
  if (hurried) await bringBack(world)
  for (let at = hurried ? WAY_BACK.length : 0; at < length; at += 1) {
    world.now = new Date(world.now.getTime() + roll(4) * 86_400_000 + roll(86_400) * 1000)
    const order = world.orders[roll(world.orders.length)] as OrderBook
    const timely = STEPS.filter((step) => step.ready(order, world))
    const choices = timely.length === 0 || roll(8) === 0 ? STEPS : timely
    await stepOf(world, choices)?.take(world, order)
  }
}
