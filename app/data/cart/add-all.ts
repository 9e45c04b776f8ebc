import * as say from '#words/data.ts'
import { serverMessage } from '../api/server-message.ts'
import { sessionStore } from '../session/session.ts'
import type { AddResult } from './cart.ts'
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
  try {
    await settleCart()
    const added = await inTurn(async () => (await offlineCart()).addItems(lines))
    notifyOtherTabs()
    await reloadCart()
    return { ok: true, added }
  } catch (error) {
    // The call itself may find that the session has ended.
    const code = sessionStore.read().status === 'signed-out' ? 'LOGIN_REQUIRED' : 'FAILED'
    return { ok: false, code, message: serverMessage(error, say.addFailed) }
  }
}
