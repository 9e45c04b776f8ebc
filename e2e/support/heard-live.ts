import { expect } from './expect.ts'
import { newCustomer, serviceClient, visitorClient } from './customers.ts'
import { password } from './journey.ts'
import type { ShopKeys } from './shop-process.ts'

/** Staff accept the order of a buyer who is signed in elsewhere and hears of it by realtime. */
export async function expectAcceptanceHeard(keys: ShopKeys, order: { orderId: string; email: string }): Promise<void> {
  const customer = visitorClient(keys)
  const { data: signedIn, error } = await customer.auth.signInWithPassword({ email: order.email, password })
  if (error) throw error
  const received: unknown[] = []
  const subscribed = new Promise<void>((resolve) => {
    customer
      .channel('notifications')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notifications', filter: `user_id=eq.${signedIn.user.id}` }, (change) =>
        received.push(change.new),
      )
      .on('system', {}, ({ status }: { status: string }) => (status === 'ok' ? resolve() : undefined))
      .subscribe()
  })
  await subscribed

  const service = serviceClient(keys)
  const staff = await newCustomer(keys)
  await service.from('user_roles').insert({ user_id: staff.id, role: 'manager' }).throwOnError()
  await staff.client.from('orders').update({ status: 'processing' }).eq('id', order.orderId).throwOnError()
  await expect.poll(async () => (await service.from('orders').select('status').eq('id', order.orderId).single()).data?.status).toBe('processing')
  await expect.poll(() => received).toMatchObject([{ type: 'order_update', user_id: signedIn.user.id }])
  await customer.removeAllChannels()
}
