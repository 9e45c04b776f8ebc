/**
 * Each step after an order is killed between its writes, as often as it has some: then the shop is what it was before, and the step can be
 * taken again. The server itself is killed in e2e/kill.spec.ts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { dice } from '../load-fixture.ts'
import { openShop } from '../shop.ts'
import type { Person, TestShop } from '../shop.ts'
import { compareCredit, compareOrder, compareStock } from './compare.ts'
import type { OrderBook } from './order-book.ts'
import { RETURN_DAYS } from './returns.ts'
import { bringBack, stepOf, STEPS, WAY_BACK } from './steps.ts'
import { Killed } from './taking.ts'
import { openWorld, setInvoicing } from './world.ts'
import type { Step, World } from './world.ts'

const LONG = process.env['SHRINGAR_TEST_SIZE'] === 'long'
/** How often each kind of step is killed to its end: in the long run at each write, in the short one at three or four. */
const ROUNDS = LONG ? 20 : 1
const MOST_SEQUENCES = LONG ? 2000 : 200
const SEED = LONG ? Date.now() % 1_000_000 : 20_261_124

/** Ends its own connection at the n-th row that a transaction writes. */
const KILLER = `
  create function public.test_kill() returns trigger language plpgsql security definer set search_path = '' as $$
  declare
    left_over integer := nullif(current_setting('test.killed_at', true), '')::integer;
  begin
    if left_over is null then return null; end if;
    perform set_config('test.killed_at', (left_over - 1)::text, true);
    if left_over = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null;
  end $$;
  do $$ declare t regclass; begin
    for t in select c.oid::regclass from pg_class c where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) loop
      execute format('create trigger zz_test_kill after insert or update or delete on %s for each row execute function public.test_kill()', t);
    end loop;
  end $$;
  grant execute on function public.test_kill() to public`

let shop: TestShop
let staff: Person
const counts = new Map<string, number>()
const killed = new Map<string, number>()

beforeAll(async () => {
  shop = openShop(await createDatabase('shop'))
  await shop.sql('update private.limits set value = 1000000')
  await shop.sql(
    `update public.settings set prices_include_gst = true, forced_gst_percent = null, state_code = '27', gstin = '27ABCDE1234F1Z0', cod_enabled = true,
       upi_vpa = 'shop@bank', free_delivery_from = 1500, delivery_charge = 100, return_days = ${RETURN_DAYS}`,
  )
  staff = await shop.person()
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [staff.id])
  await shop.sql(KILLER)
})
afterAll(() => shop.close())

async function compare(world: World): Promise<void> {
  for (const order of world.orders) await compareOrder(world, order)
  await compareStock(world)
  await compareCredit(world)
}

/** Kills the step at its writes one after the other, and then lets it be. */
async function killAndTake(world: World, step: Step, order: OrderBook): Promise<void> {
  const seed = world.roll(1_000_000)
  const usual = world.roll
  for (let at = 1 + (LONG ? 0 : usual(4)); ; at += LONG ? 1 : 2 * at + usual(at)) {
    world.roll = dice(seed)
    world.killedAt = at
    try {
      await step.take(world, order)
      break
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      killed.set(step.name, (killed.get(step.name) ?? 0) + 1)
      await compare(world)
    }
  }
  world.roll = usual
  world.killedAt = null
  await compare(world)
}

test(
  `a step that is killed between its writes leaves nothing half done, and can be taken again (seed ${SEED})`,
  async () => {
    const names = STEPS.map(({ name }) => name).filter((name) => name !== 'prices move')
    const isMissing = (name: string) => (counts.get(name) ?? 0) < ROUNDS || !killed.has(name)
    for (let sequence = 0; names.some(isMissing); sequence += 1) {
      expect(sequence, names.filter(isMissing).join(', ')).toBeLessThan(MOST_SEQUENCES)
      const perParcel = sequence % 3 === 2
      await setInvoicing(shop, perParcel)
      const world = await openWorld(shop, staff, dice(SEED * 10_000 + sequence), counts, perParcel)
      const first = STEPS.find(({ name }) => name === (sequence % 2 ? 'place' : 'place by staff')) as Step
      await (isMissing(first.name) ? killAndTake(world, first, {} as OrderBook) : first.take(world, {} as OrderBook))
      if (sequence % 2 && isMissing('change an exchange') && !names.filter((name) => WAY_BACK.includes(name)).some(isMissing)) await bringBack(world)
      for (let at = 0; at < 14; at += 1) {
        const order = world.orders[world.roll(world.orders.length)]
        if (!order) break
        // documents of one moment would be credited in another sequence than the book's
        world.now = new Date(world.now.getTime() + 60_000)
        const timely = STEPS.filter((step) => step.name !== 'prices move' && step.ready(order, world))
        // what was not killed yet goes first
        const wanted = timely.filter(({ name }) => isMissing(name))
        const step = stepOf(world, wanted.length > 0 ? wanted : timely)
        if (!step) break
        if (isMissing(step.name)) await killAndTake(world, step, order)
        else await step.take(world, order)
      }
    }
    expect(await shop.sql('select * from private.check_documents()')).toEqual([])
    expect(await shop.sql('select * from private.check_stock_sums()')).toEqual([])
    const serials = await shop.sql<{ serial: string }>('select serial from public.documents order by serial')
    for (const [prefix, found] of Map.groupBy(serials, ({ serial }) => serial.slice(0, -6)))
      expect(
        found.map(({ serial }) => Number(serial.slice(-6))),
        prefix,
      ).toEqual(found.map((_, index) => index + 1))
  },
  LONG ? 2_400_000 : 120_000,
)
