import { forgetCachedCart } from '../data/cart/cached-cart.ts'
import { moveListToTab } from '../data/cart/saved-list.ts'
import { PERSONAL, readPersonal, writePersonal } from '../data/session/personal-storage.ts'
import { sessionStore } from '../data/session/session.ts'
import { forgetVisitsHere } from '../data/session/visit-caches.ts'

/** Marks that this browser stores data of a signed-in user; it is removed together with the data. */
const NAME = 'signed-in'

/**
 * A sign-out removes the data itself (app/data/session/sign-in.ts). A session may also end without one: the provider refuses it, while
 * this page is open or before. Then the device removes that user's data as well (docs/rules.md#sign-out). What they typed stays in
 * this tab under their own id, so that they can sign in and continue.
 */
export function leaveNothing(): void {
  sessionStore.subscribe(look)
  look()
}

function look() {
  const { status } = sessionStore.read()
  if (status === 'signed-in') writePersonal('local', NAME, true)
  else if (status === 'signed-out' && readPersonal('local', NAME) !== null) {
    moveListToTab()
    for (const key of Object.keys(localStorage)) if (key.startsWith(PERSONAL)) localStorage.removeItem(key)
    forgetCachedCart()
    void forgetVisitsHere()
  }
}
