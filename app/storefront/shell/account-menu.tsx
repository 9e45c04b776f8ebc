import { Link, useNavigate } from 'react-router'
import * as say from '#words/shell.tsx'
import { useSession } from '../../data/session/session.ts'
import { signOut } from '../../data/session/sign-in.ts'
import { usePopover } from './use-popover.ts'

const links = [
  { to: '/dashboard', label: say.dashboard },
  { to: '/profile', label: say.profile },
  { to: '/my-orders', label: say.orders },
  { to: '/wishlist', label: say.wishlist },
]

/** First letter of the email address, or U. */
export function avatarLetter(email: string): string {
  return (email.trim()[0] ?? 'U').toUpperCase()
}

export function AccountMenu() {
  const { user } = useSession()
  const { open, setOpen, root, trigger } = usePopover()
  const navigate = useNavigate()
  const email = user?.email ?? ''
  const item = 'block w-full rounded-sm px-3 py-[10px] text-left font-medium hover:bg-plum-50 hover:text-plum-700'
  return (
    <div ref={root} className="relative">
      <button
        ref={trigger}
        type="button"
        aria-label={say.accountOf(email)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="grid size-10 place-items-center rounded-full bg-plum-100 font-display text-lg leading-none text-plum-700 hover:bg-plum-600 hover:text-white"
      >
        {avatarLetter(email)}
      </button>
      {open ? (
        <div className="appear absolute top-[52px] right-0 z-40 w-60 rounded-md border border-line bg-surface p-2 shadow-2">
          <p className="truncate px-3 py-2 text-sm text-ink-2">{email}</p>
          <ul className="border-y border-line py-1">
            {links.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className={item}>
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
          <button type="button" className={`${item} mt-1`} onClick={() => void signOut().then(() => navigate('/'))}>
            {say.logOut}
          </button>
        </div>
      ) : null}
    </div>
  )
}
