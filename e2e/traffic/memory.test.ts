/**
 * The memory of the shop under an hour of mixed traffic: what customers and staff do, over and over, at a fixed number of addresses and goods. The size is
 * TRAFFIC_MINUTES; by hand ten show whether something grows with each visit.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopClient } from '../support/customers.ts'
import { openShop, type RunningShop } from '../support/shop-process.ts'
import { newStaff } from '../support/staff-work.ts'
import { workOnce } from './clerk.ts'
import { makeGoods, shopOnce, type Goods } from './shopper.ts'

const MINUTE = 60_000
const MINUTES = Number(process.env.TRAFFIC_MINUTES ?? 60)
/** Of it, until memory is measured for the first time: by then caches are full and what V8 compiles is compiled. */
const WARM_UP = Math.max(MINUTES / 4, 2)
/** A minute, and the looks after which a quiet shop collects (server/memory). */
const QUIET = MINUTE + 20_000
const SHOPPERS = 4
/** Milliseconds between two visits of a shopper, so that the shop is used and not attacked. */
const PAUSE = 500
/** MB by which two measurements of one and the same shop differ. */
const NOISE = 12
/** MB a minute after traffic: the goal of docs/performance.md. */
const MOST = 180

let folder: string
let shop: RunningShop
let goods: Goods[]
let clerk: ShopClient
let visits = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-traffic-'))
  shop = await openShop({ dataDir: folder })
  goods = await makeGoods(shop)
  clerk = await newStaff(shop)
}, 5 * MINUTE)
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function traffic(minutes: number): Promise<void> {
  const end = Date.now() + minutes * MINUTE
  const shopper = async (): Promise<void> => {
    for (; Date.now() < end; await sleep(PAUSE)) await shopOnce(shop, goods, visits++)
  }
  const staff = async (): Promise<void> => {
    for (; Date.now() < end; await sleep(PAUSE)) await workOnce(clerk, goods)
  }
  await Promise.all([...Array.from({ length: SHOPPERS }, shopper), staff()])
}

async function residentMemory(): Promise<number> {
  const status = await readFile(`/proc/${await shop.serverPid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

test(
  'after mixed traffic and a quiet minute the shop has at most 12 MB more memory than early on, and less than 180 MB',
  async () => {
    const pid = await shop.serverPid()
    await traffic(WARM_UP)
    await sleep(QUIET)
    const early = await residentMemory()
    await traffic(MINUTES - WARM_UP)
    const busy = await residentMemory()
    await sleep(QUIET)
    const late = await residentMemory()
    console.log(`${visits} visits: ${Math.round(early)} MB early, ${Math.round(busy)} MB under traffic, ${Math.round(late)} MB a minute later`)
    await expect.poll(() => shop.serverPid()).toBe(pid) // a new process would have none of the growth
    // Each shopper comes every few seconds, even on a busy machine.
    expect(visits).toBeGreaterThan(SHOPPERS * MINUTES)
    expect(late).toBeLessThan(early + NOISE)
    expect(late).toBeLessThan(MOST)
  },
  (MINUTES + 10) * MINUTE,
)
