/**
 * Two processes of the shop under a stream of orders, while their PostgreSQL is restarted, killed, silenced and replaced by its standby
 * (docs/decisions/0108-several-database-hosts.md). Only at full size; server/database/several-hosts.db.test.ts covers the mechanism.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { networkProblem, openNetwork, type Network } from '#server/testing/network-namespace.ts'
import { openReplicated, type Member, type Replicated } from '#server/testing/replicated-postgres.ts'
import { expectBooks } from '../../e2e/support/books.ts'
import { openTrade, type Trade } from './failover/buyers.ts'
import { databaseOf, openNodes, STOCK, watchSigns, type Nodes, type Signs } from './failover/shop-nodes.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
const PATIENCE = { timeout: 60_000, interval: 20 }
const MINUTES = 60_000
/** Repetitions of what can be repeated, each at another moment of the orders in flight. */
const ROUNDS = 5
const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
/** Milliseconds of orders before the next round. */
const trading = (round: number): Promise<void> => sleep(300 + 400 * round)

type Scene = { servers: Replicated; nodes: Nodes; close(): Promise<void> }
let scene: Scene
let trade: Trade
let signs: Signs

async function openScene(network?: Network): Promise<Scene> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-failover-'))
  const servers = await openReplicated(folder, { durable: true, synchronous: true, ...(network ? { host: network.host, within: network.within } : {}) })
  const nodes = await openNodes(folder, servers.primary.urlFor, servers.urlFor)
  return {
    servers,
    nodes,
    async close() {
      await nodes.close()
      await servers.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

beforeEach(async () => {
  if (!LONG) return
  signs = watchSigns(scene.nodes.shops)
  trade = await openTrade(scene.nodes.shops, scene.nodes.product)
  await soldSince(performance.now())
}, 2 * MINUTES)
afterEach(async () => {
  if (LONG) await Promise.all([trade.stop(), signs.stop()])
}, 3 * MINUTES)

/** Waits until each node has acknowledged an order that was placed after this moment; returns the moment of the last of these, ms. */
async function soldSince(moment: number): Promise<number> {
  const first = (node: number): number => trade.acknowledged.find((order) => order.node === node && order.at > moment)?.at ?? Number.POSITIVE_INFINITY
  const slowest = (): number => Math.max(...scene.nodes.shops.map((_, node) => first(node)))
  await vi.waitFor(() => expect(slowest()).toBeLessThan(Number.POSITIVE_INFINITY), PATIENCE)
  return slowest()
}

const untilReady = (status: number): Promise<void> => vi.waitFor(() => expect(signs.ready()).toEqual(scene.nodes.shops.map(() => status)), PATIENCE)

/** Waits until both nodes sell again, and prints how long it took since the database was back. */
async function recovered(what: string, since: number): Promise<void> {
  await untilReady(200)
  const sold = await soldSince(since)
  const seconds = (moment: number): string => ((moment - since) / 1000).toFixed(2)
  const [placed, refused] = [trade.acknowledged.length, trade.refused.length]
  process.stdout.write(
    `${what}: both nodes ready after ${seconds(signs.readyAfter(since))} s, orders at both after ${seconds(sold)} s; ${placed} orders and ${refused} refusals so far\n`,
  )
}

async function ordersOn(member: Member): Promise<string[]> {
  const client = new Client({ connectionString: databaseOf(member.urlFor) })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select order_id as id from public.order_items where product_id = $1', [scene.nodes.product])
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

/** All orders of the scene that were acknowledged before this test. */
let earlier: string[] = []

async function expectNothingLost(member: Member): Promise<void> {
  await trade.stop()
  await signs.stop()
  const acknowledged = [...earlier, ...trade.acknowledged.map(({ id }) => id)]
  earlier = acknowledged
  expect((await ordersOn(member)).sort(), 'every acknowledged order once, and no other').toEqual(acknowledged.toSorted())
  expect(trade.refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([])
  expect(signs.unhealthy).toEqual([])
  expect(trade.accepted.length, 'serial numbers were given').toBeGreaterThan(0)
  await expectBooks(databaseOf(member.urlFor), scene.nodes.product, STOCK)
}

describe.skipIf(!LONG)('two nodes under a stream of orders lose and double nothing', () => {
  beforeAll(async () => {
    earlier = []
    scene = await openScene()
  }, 5 * MINUTES)
  afterAll(() => scene.close(), MINUTES)

  test('while PostgreSQL is restarted, at once and after a while', { timeout: 5 * MINUTES }, async () => {
    const { primary } = scene.servers
    for (const round of rounds) {
      await trading(round)
      await primary.stop()
      await primary.start()
      await recovered('Restarted at once', performance.now())
    }
    await primary.stop()
    await untilReady(503)
    await primary.start()
    await recovered('Restarted after a while', performance.now())
    await expectNothingLost(primary)
  })

  test('while it is killed and recovers from its log', { timeout: 5 * MINUTES }, async () => {
    const { primary } = scene.servers
    for (const round of rounds) {
      await trading(round)
      await primary.kill()
      await untilReady(503)
      await primary.start()
      await recovered('Killed and started', performance.now())
    }
    await expectNothingLost(primary)
  })

  test('while it is killed and its standby is promoted', { timeout: 5 * MINUTES }, async () => {
    const { primary, standby } = scene.servers
    await trading(ROUNDS)
    await primary.kill()
    await untilReady(503)
    await scene.servers.promote()
    await recovered('Killed, standby promoted', performance.now())
    await expectNothingLost(standby)
  })
})

describe.skipIf(!LONG)('two nodes under a stream of orders, whose standby is promoted while the former primary still answers', () => {
  beforeAll(async () => {
    earlier = []
    scene = await openScene()
  }, 5 * MINUTES)
  afterAll(() => scene.close(), MINUTES)

  test('go on at the promoted one, and lose and double nothing', { timeout: 5 * MINUTES }, async () => {
    await trading(ROUNDS)
    await scene.servers.promote()
    // Without its standby the former primary acknowledges nothing any more.
    await recovered('Promoted beside the former primary', performance.now())
    await expectNothingLost(scene.servers.standby)
  })
})

const noNetwork = LONG ? networkProblem() : null
if (noNetwork) process.stdout.write(`Skipped: a database whose packets are dropped (${noNetwork})\n`)

describe.skipIf(!LONG || noNetwork !== null)('two nodes under a stream of orders, whose database is in a network of its own', () => {
  let network: Network
  beforeAll(async () => {
    earlier = []
    network = openNetwork()
    scene = await openScene(network)
  }, 5 * MINUTES)
  afterAll(async () => {
    await scene.close()
    network.close()
  }, MINUTES)

  test('lose and double nothing while its packets are dropped for a while', { timeout: 5 * MINUTES }, async () => {
    for (const round of rounds) {
      await trading(round)
      network.silence()
      await untilReady(503)
      await sleep(1000 * round)
      network.heal()
      await recovered('Silent for a while', performance.now())
    }
    await expectNothingLost(scene.servers.primary)
  })

  test('nor while its packets are dropped and its standby is promoted, whatever the former primary still takes', { timeout: 5 * MINUTES }, async () => {
    const { primary, standby } = scene.servers
    await trading(ROUNDS)
    network.silence()
    await untilReady(503)
    await scene.servers.promote()
    await recovered('Silent, standby promoted', performance.now())
    network.heal()
    const before = await ordersOn(primary)
    await soldSince(performance.now() + 5000)
    expect(await ordersOn(primary), 'nothing is written to the former primary').toEqual(before)
    await expectNothingLost(standby)
  })
})
