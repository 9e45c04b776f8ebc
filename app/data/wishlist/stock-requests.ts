import type { NavigateFunction } from 'react-router'
import { VERSION } from '#words/consents.ts'
import * as say from '#words/wishlist.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { accountMarks, sessionKnown } from './account-marks.ts'
import { detailOf } from '../api/error-detail.ts'
import { rememberWish } from './remembered-wish.ts'
import { serverMessage } from '../api/server-message.ts'
import { loadSupabase } from '../api/supabase.ts'
import { openMarks } from './marks.ts'

type Named = { id: string; name?: string }

/** The sold-out products for which the customer asked for a notification. */
export const requests = openMarks(async () => list.follow())
const list = accountMarks(requests, 'shringar-stock-requests', fetchIds, () => Promise.resolve())

/** @returns 'IN_STOCK' when the product is already back, so that the screen is out of date */
export async function askWhenBack({ id }: Named): Promise<'ASKED' | 'IN_STOCK' | 'FAILED'> {
  list.follow()
  try {
    await list.change(id, true, () => ask(id))
    toast({ title: say.willNotify, description: say.willNotifyText, tone: 'success', action: { label: say.viewWishlist, to: '/wishlist' } })
    return 'ASKED'
  } catch (error) {
    const back = detailOf((error as { details?: unknown }).details)['code'] === 'IN_STOCK'
    if (back) toast({ title: say.backAlready, tone: 'success' })
    else toast({ title: say.askFailed, description: serverMessage(error, say.tryAgain), tone: 'error' })
    return back ? 'IN_STOCK' : 'FAILED'
  }
}

/** A visitor is sent to the login; the request is made after the sign-in. */
export async function pressNotifyMe(product: Named, navigate: NavigateFunction): Promise<'ASKED' | 'IN_STOCK' | 'FAILED'> {
  const { signedIn } = await sessionKnown()
  if (signedIn) return askWhenBack(product)
  rememberWish({ kind: 'notify', productId: product.id })
  await navigate('/login', { state: { from: location.pathname + location.search } })
  return 'FAILED'
}

export async function withdrawRequest({ id }: Named): Promise<void> {
  list.follow()
  try {
    await list.change(id, false, (userId) => withdraw(userId, id))
    toast({ title: say.cancelled, tone: 'success' })
  } catch (error) {
    toast({ title: say.cancelFailed, description: serverMessage(error, say.tryAgain), tone: 'error' })
  }
}

async function fetchIds(userId: string): Promise<string[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from('stock_requests').select('product_id').eq('user_id', userId)
  if (error) throw new Error(error.message)
  return data.map((row) => row.product_id)
}

async function ask(productId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('ask_when_back', { p_product: productId, p_version: VERSION.backInStock })
  if (error) throw Object.assign(new Error(error.message), { details: error.details })
}

async function withdraw(userId: string, productId: string): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.from('stock_requests').delete().eq('user_id', userId).eq('product_id', productId)
  if (error) throw new Error(error.message)
}
