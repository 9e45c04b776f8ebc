import { forgetKeptCart } from '../data/cart/cart-kept.ts'
import { PERSONAL, readPersonal, writePersonal } from '../data/session/personal-storage.ts'
import { sessionStore } from '../data/session/session.ts'
import { forgetVisitsHere } from '../data/session/kept-visits.ts'

/** Says that what lies in this browser is a signed-in person's; it leaves with her. */
const NAME = 'signed-in'

/**
 * A sign-out forgets by itself (app/data/session/sign-in.ts). A session may also end without one: refused by the provider, while
 * this page was open or before it was. Then what the device keeps of that person goes as well (docs/rules.md#sign-out). What she typed
 * stays in this tab, under her own id, for her to sign in and go on.
 */
export function leaveNothing(): void {
  sessionStore.subscribe(look)
  look()
}

function look() {
  const { status } = sessionStore.read()
  if (status === 'signed-in') writePersonal('local', NAME, true)
  else if (status === 'signed-out' && readPersonal('local', NAME) !== null) {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PERSONAL)) localStorage.removeItem(key)
    forgetKeptCart()
    void forgetVisitsHere()
  }
}
