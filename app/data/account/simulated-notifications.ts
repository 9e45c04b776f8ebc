import * as say from '#words/data.ts'
import type { ShopNotification } from './shop-notification.ts'
import { readPersonal, writePersonal } from '../session/personal-storage.ts'

/** Each 60-second tick has a 10 % chance (docs/rules.md#notifications). Only the demo shop does this: elsewhere "false urgency" would be unlawful. */
export const TICK_MS = 60_000
export const CHANCE = 0.1

const NAME = 'shown-simulations'
const samples: Pick<ShopNotification, 'title' | 'message' | 'type'>[] = [
  { type: 'promotion', title: say.demoReds, message: say.demoRedsText },
  { type: 'system', title: say.demoMode, message: say.demoModeText },
  { type: 'promotion', title: say.demoUbtan, message: say.demoUbtanText },
]

/** The next simulated notification, if the random number allows one: each is shown once and then remembered. */
export function nextSimulation(random: number, shown: readonly number[]): number | null {
  if (random >= CHANCE) return null
  const next = samples.findIndex((_, index) => !shown.includes(index))
  return next < 0 ? null : next
}

function remembered(): number[] {
  const value = readPersonal('local', NAME)
  return Array.isArray(value) ? value.filter((index): index is number => typeof index === 'number') : []
}

/** One tick of the demo's timer. */
export function tick(now = new Date(), random = Math.random()): ShopNotification | null {
  const shown = remembered()
  const next = nextSimulation(random, shown)
  const sample = next === null ? undefined : samples[next]
  if (next === null || !sample) return null
  writePersonal('local', NAME, [...shown, next])
  return { ...sample, id: `simulated-${next}`, read: false, order_id: null, product_id: null, created_at: now.toISOString() }
}

export function isSimulated(id: string): boolean {
  return id.startsWith('simulated-')
}
