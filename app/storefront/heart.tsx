import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/ui.ts'
import { loadWishlist, wishes } from '../data/wishlist/wishes.ts'
import { Icon } from '../ui/pictures/icon.tsx'

/** The wishlist button. Public pages do not know the visitor, so the browser fills in the state; without scripts it is a form that leads to /login. */
export function Heart({ product: { id, name } }: { product: { id: string; name: string } }) {
  const navigate = useNavigate()
  const on = useSyncExternalStore(
    wishes.subscribe,
    () => !!wishes.read()?.has(id),
    () => false,
  )
  return (
    <form
      action="/login"
      className="heart"
      onSubmit={(event) => {
        event.preventDefault()
        void loadWishlist().then((wishlist) => wishlist.press({ id, name }, navigate))
      }}
    >
      <button name="wish" value={id} aria-pressed={on} aria-label={say.wishlistNamed(name)}>
        <Icon name="heart" />
      </button>
    </form>
  )
}
