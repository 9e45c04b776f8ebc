import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as say from '#words/shell.tsx'
import { useSession } from '../../data/session/session.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { aboutLinks, CategoryLinks, Contact, PageLinks } from './site-links.tsx'
import { useRoot } from './use-root.ts'

/** Its code loads with the avatar menu; visitors do not download it. */
async function logOut(): Promise<void> {
  const { signOut } = await import('../../data/session/sign-in.ts')
  await signOut()
}

const main = 'menu-row block border-b border-line'

/** What is in the menu. It closes the menu on every change of page and with Escape. */
export default function MobileMenuLinks() {
  const content = useRef<HTMLDivElement>(null)
  const location = useLocation()
  const navigate = useNavigate()
  const { status } = useSession()
  const { settings, pages, year } = useRoot()

  // Only a change of page closes it: if it was opened before the scripts loaded, it stays open afterwards.
  const page = useRef(location.key)
  useEffect(() => {
    if (page.current === location.key) return
    page.current = location.key
    content.current?.closest('details')?.removeAttribute('open')
  }, [location.key])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const menu = content.current?.closest('details')
      if (event.key !== 'Escape' || !menu?.open) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <div ref={content}>
      <nav aria-label={say.menu}>
        <Link to="/" className={main}>
          {say.home}
        </Link>
        <Link to="/products" className={main}>
          {say.products}
        </Link>
        <Link to="/order-pad" className={main}>
          {say.orderPad}
        </Link>
        {status === 'signed-in' ? (
          <>
            <Link to="/my-orders" className={main}>
              {say.orders}
            </Link>
            <Link to="/dashboard" className={main}>
              {say.dashboard}
            </Link>
            <Link to="/wishlist" className={main}>
              {say.wishlist}
            </Link>
            <Link to="/profile" className={main}>
              {say.profile}
            </Link>
          </>
        ) : (
          <>
            <Link to="/login" className={main}>
              {say.login}
            </Link>
            <Link to="/register" className={main}>
              {say.createAccount}
            </Link>
          </>
        )}
        <Fold title={say.categories} open>
          <CategoryLinks />
          <Link to="/categories" className="link mt-3 inline-block py-1">
            {say.allCategories}
          </Link>
        </Fold>
        <Fold title={say.aboutAndLegal}>
          <ul className="grid gap-[6px]">
            {aboutLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-block py-[3px]">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </Fold>
        {pages.length === 0 ? null : (
          <Fold title={say.morePages}>
            <PageLinks className="grid gap-[6px]" />
          </Fold>
        )}
        <Fold title={say.contact}>
          <Contact />
        </Fold>
        {status === 'signed-in' ? (
          <button type="button" className={`${main} w-full text-left`} onClick={() => void logOut().then(() => navigate('/'))}>
            {say.logOut}
          </button>
        ) : null}
      </nav>
      <p className="num mt-6 text-sm text-ink-2">
        © {year} {settings.legalName}
        {settings.gstin === null ? '' : say.andGstin(settings.gstin)}
      </p>
    </div>
  )
}

function Fold({ title, open = false, children }: { title: string; open?: boolean; children: React.ReactNode }) {
  return (
    <details open={open} className="border-b border-line">
      <summary className="menu-row flex items-center justify-between">
        {title}
        <Icon name="down" size={20} className="fold-sign" />
      </summary>
      <div className="pb-5 text-ink-2">{children}</div>
    </details>
  )
}
