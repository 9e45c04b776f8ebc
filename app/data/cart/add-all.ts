import * as say from '#words/data.ts'
import { serverMessage } from '../api/server-message.ts'
import { sessionStore } from '../session/session.ts'
import type { AddResult } from './cart.ts'
import { quantityInCart } from './cart-store.ts'
import { inTurn, notifyOtherTabs, offlineCart, reloadCart, sessionRead, settleCart, start } from './cart-sync.ts'

/** @param lines quantities of at least 1, each added to the quantity in the cart; `added` has the ids of the products that are in it now */
export async function addAllToCart(
  lines: readonly { product_id: string; quantity: number }[],
): Promise<{ ok: true; added: string[] } | Exclude<AddResult, { ok: true }>> {
  start()
  await sessionRead()
  const { status, user } = sessionStore.read()
  if (status === 'signed-out') return { ok: false, code: 'LOGIN_REQUIRED', message: say.pleaseLogin }
  if (!user) return { ok: false, code: 'FAILED', message: say.addFailed }
  let before = new Map<string, number>()
  try {
    await settleCart()
    before = new Map(lines.map(({ product_id: id }) => [id, quantityInCart(id)]))
    const added = await inTurn(async () => (await offlineCart()).addItems(lines))
    notifyOtherTabs()
    await reloadCart()
    return { ok: true, added }
  } catch (error) {
    // only the answer may be lost: then the lines are in the cart, and adding them again would double them
    await reloadCart()
    const added = lines.flatMap(({ product_id: id, quantity }) => (quantityInCart(id) === (before.get(id) ?? quantityInCart(id)) + quantity ? [id] : []))
    if (added.length > 0) {
      notifyOtherTabs()
      return { ok: true, added }
    }
    // The call itself may find that the session has ended.
    const code = sessionStore.read().status === 'signed-out' ? 'LOGIN_REQUIRED' : 'FAILED'
    return { ok: false, code, message: serverMessage(error, say.addFailed) }
  }
}
