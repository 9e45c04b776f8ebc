import { useSyncExternalStore } from 'react'
import * as say from '#words/data.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { serverMessage } from '../api/server-message.ts'
import { sessionStore } from '../session/session.ts'
import { asCartProduct, cartUnknown, endChanges, listenToCart, quantityInCart, readCart, showChanges, unitCount } from './cart-store.ts'
import type { CartState, Change } from './cart-store.ts'
import { inTurn, notifyOtherTabs, offlineCart, owner, reloadCart, sessionRead, settleCart, start } from './cart-sync.ts'
import { rememberItem } from './remembered-item.ts'
import { storedSession } from '../session/stored-session.ts'
import type { ListedProduct } from '../shop/products.ts'

export { reloadCart, settleCart } from './cart-sync.ts'
export type { CartItem, CartProduct } from './cart-calls.ts'
export type { CartState } from './cart-store.ts'

/** `message` is the server's own, or the text of docs/rules.md#fixed-texts; the caller decides how to show it. */
export type AddResult = { ok: true } | { ok: false; code: 'LOGIN_REQUIRED' | 'FAILED'; message: string }

/**
 * Adds to the cart, and shows it there before it returns; what the shop refuses is taken out again.
 *
 * @param quantity at least 1; added to the quantity already in the cart
 */
export async function addToCart(product: ListedProduct, quantity: number): Promise<AddResult> {
  start()
  // A stored session takes a moment to read, on a slow line seconds.
  const presser = owner ?? storedSession()?.user.id
  let shown = presser && showMore(presser, product, quantity)
  const end = (saved: boolean) => shown && endChanges([shown], saved)
  await sessionRead()
  const userId = owner ?? sessionStore.read().user?.id
  if (sessionStore.read().status === 'signed-out') {
    end(false)
    rememberItem(product.id, quantity)
    const message = say.pleaseLogin
    toast({ title: message, action: { label: say.login, to: '/login' } })
    return { ok: false, code: 'LOGIN_REQUIRED', message }
  }
  let saving = false
  try {
    if (!userId) throw new Error(say.addFailed)
    await settleCart()
    // Now the cart is known: what it had of the product counts too.
    end(false)
    shown = showMore(userId, product, quantity)
    saving = true
    await inTurn(async () => {
      await (await offlineCart()).addItem(userId, product.id, quantity)
      if (owner === userId) end(true)
    })
  } catch (error) {
    end(false)
    // only the answer may be lost: then it is in the cart, and adding it again would double it
    await reloadCart()
    if (saving && shown && quantityInCart(product.id) === shown.quantity) {
      notifyOtherTabs()
      return { ok: true }
    }
    return { ok: false, code: 'FAILED', message: serverMessage(error, say.addFailed) }
  }
  notifyOtherTabs()
  void reloadCart()
  return { ok: true }
}

function showMore(userId: string, product: ListedProduct, quantity: number): Change {
  const change = { userId, productId: product.id, quantity: quantityInCart(product.id) + quantity, product: asCartProduct(product) }
  showChanges([change])
  return change
}

function subscribe(listener: () => void): () => void {
  start()
  return listenToCart(listener)
}

export function useCart(): CartState {
  return useSyncExternalStore(subscribe, readCart, () => cartUnknown)
}

/** The sum of the quantities, for the badge in the header. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => unitCount(readCart().items),
    () => 0,
  )
}
