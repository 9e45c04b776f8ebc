/** A member of the staff who takes one order after the other through all its steps, until the connection breaks. */
import { randomUUID } from 'node:crypto'
import type { FunctionsHttpError } from '@supabase/supabase-js'
import type { TableUpdate } from '#supabase/database.ts'
import { newCustomer, serviceClient, type ShopClient } from './customers.ts'
import type { RunningShop } from './shop-process.ts'

/** `steps`: how often each step was answered. `refused`: answers that are neither done nor a lost connection. */
export type StaffWork = { next(): string | undefined; steps: Map<string, number>; refused: string[] }
type Result = { error: { message: string; code?: string } | null; status?: number; data?: unknown }

/** The connection is gone, or the shop says that it is not ready. */
class Broken extends Error {}

export async function newStaff(shop: RunningShop): Promise<ShopClient> {
  const { id, client } = await newCustomer(shop.keys)
  const { error } = await serviceClient(shop.keys).from('user_roles').insert({ user_id: id, role: 'manager' })
  if (error) throw error
  return client
}

export async function workUntilItBreaks(client: ShopClient, work: StaffWork, isOver: () => boolean): Promise<void> {
  async function step(name: string, run: PromiseLike<Result>): Promise<unknown> {
    const { error, status, data } = await run
    if (error === null) {
      work.steps.set(name, (work.steps.get(name) ?? 0) + 1)
      return data
    }
    const answered = status ?? (error as Partial<FunctionsHttpError>).context?.status ?? 0
    if (answered >= 400 && answered < 500) work.refused.push(`${name}: ${answered} ${error.message}`)
    throw new Broken(name)
  }
  const update = (id: string, change: TableUpdate<'orders'>) => client.from('orders').update(change).eq('id', id).select('id').single()
  const shown = async (id: string) => {
    const columns = 'version, order_items(id, quantity), shipments(id, version), returns(id, version), refunds(id, version)' as const
    return (await step('read', client.from('orders').select(columns).eq('id', id).single())) as {
      version: number
      order_items: { id: string }[]
      returns: { id: string; version: number }[]
      refunds: { id: string; version: number }[]
    }
  }
  const line = async (id: string) => (await shown(id)).order_items[0]?.id ?? ''

  async function change(id: string): Promise<void> {
    const { version } = await shown(id)
    const body = { order_id: id, version, reason: 'Asked for', lines: [{ item_id: await line(id), quantity: 2 }] }
    const quoted = (await step('quote', client.functions.invoke('quote-order-change', { body }))) as { total_amount: number }
    await step('change', client.functions.invoke('change-order', { body: { ...body, expected_total: quoted.total_amount } }))
  }
  const collect = async (id: string) =>
    void (await step('record the cash', client.rpc('record_payment', { p_order: id, p_version: (await shown(id)).version, p_method: 'cash' })))
  const leave = async (id: string) => {
    await step('ship', update(id, { status: 'shipped', courier: 'DTDC', tracking_number: 'D1' }))
    await step('deliver', update(id, { status: 'delivered' }))
    await collect(id)
  }
  const ways: ((id: string) => Promise<void>)[] = [
    async (id) => {
      await change(id)
      const carrier = { p_courier: 'DTDC', p_tracking: 'D2' }
      const lines = [{ item: await line(id), quantity: 1 }]
      await step('ship a part', client.rpc('create_shipment', { p_order: id, p_version: (await shown(id)).version, p_lines: lines, ...carrier }))
      await step('give up the rest', client.rpc('cancel_rest', { p_order: id, p_version: (await shown(id)).version, p_reason: 'Sold out' }))
      await step('deliver', update(id, { status: 'delivered' }))
      await collect(id)
      await step('refund', client.rpc('start_refund', { p_order: id, p_amount: 10, p_reason: 'One leaked', p_version: (await shown(id)).version }))
    },
    async (id) => {
      await step('print', client.functions.invoke('print-documents', { body: { orderIds: [id], documentType: 'invoice' } }))
      await leave(id)
      const item = await line(id)
      await step('book a return', client.rpc('book_return', { p_order: id, p_lines: [{ item, quantity: 2 }], p_reason: 'other' }))
      const back = async () => {
        const [{ id: p_return, version: p_version } = { id: '', version: 0 }] = (await shown(id)).returns
        return { p_return, p_version }
      }
      await step('receive', client.rpc('receive_return', { ...(await back()), p_lines: [{ item, restocked: 1, damaged: 1, lost: 0 }] }))
      await step('settle', client.rpc('close_return', await back()))
      const [refund] = (await shown(id)).refunds
      const paid = { p_method: 'upi', p_reference: randomUUID().replaceAll('-', '').slice(0, 16) }
      await step('pay the refund', client.rpc('settle_refund', { p_refund: refund?.id ?? '', p_version: refund?.version ?? 0, ...paid }))
    },
    async (id) => void (await step('cancel', update(id, { status: 'cancelled', cancel_reason: 'Refused' }))),
  ]

  try {
    for (let turn = 0; ; turn += 1) {
      const id = work.next()
      if (id === undefined) {
        if (isOver()) return
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
      await step('accept', update(id, { status: 'processing' }))
      await (ways[turn % ways.length] as (typeof ways)[number])(id)
    }
  } catch (error) {
    if (!(error instanceof Broken || error instanceof TypeError)) throw error
  }
}
