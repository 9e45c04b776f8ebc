import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as say from '#words/shell.tsx'
import { useSession } from '../../data/session/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { CategoryLinks, Contact } from './site-links.tsx'
import { toolClass } from './tool.tsx'
import { useRoot } from './use-root.ts'

/** Its code loads with the avatar menu; visitors do not download it. */
async function logOut(): Promise<void> {
  const { signOut } = await import('../../data/session/sign-in.ts')
  await signOut()
}

/** A native disclosure that also opens without scripts; it closes on every change of page. */
export function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const location = useLocation()
  const navigate = useNavigate()
  const { status } = useSession()
  const { settings, year } = useRoot()

  // Only a change of page closes it: if it was opened before the scripts loaded, it stays open afterwards.
  const page = useRef(location.key)
  useEffect(() => {
    if (page.current === location.key) return
    page.current = location.key
    menu.current?.removeAttribute('open')
  }, [location.key])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const main = 'block border-b border-line py-[15px] font-display text-xl leading-tight text-plum-900'
  return (
    <details ref={menu} className="mobile-menu group/menu md:hidden">
      <summary className={`${toolClass} -ml-[11px]`}>
        <span className="sr-only">{say.menu}</span>
        <span className="group-open/menu:hidden">
          <Icon name="menu" />
        </span>
        <span className="hidden group-open/menu:block">
          <Icon name="close" />
        </span>
      </summary>
      <div className="appear absolute inset-x-0 top-full h-[calc(100dvh-100%)] overflow-y-auto overscroll-contain border-t border-line bg-ground px-5 pt-2 pb-28">
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
              <li>
                <Link to="/about" className="inline-block py-[3px]">
                  {say.about}
                </Link>
              </li>
              <li>
                <Link to="/contact" className="inline-block py-[3px]">
                  {say.contactPage}
                </Link>
              </li>
              <li>
                <Link to="/terms" className="inline-block py-[3px]">
                  {say.terms}
                </Link>
              </li>
              <li>
                <Link to="/privacy" className="inline-block py-[3px]">
                  {say.privacy}
                </Link>
              </li>
            </ul>
          </Fold>
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
    </details>
  )
}

function Fold({ title, open = false, children }: { title: string; open?: boolean; children: React.ReactNode }) {
  return (
    <details open={open} className="group/fold border-b border-line">
      <summary className="flex items-center justify-between py-[15px] font-display text-xl leading-tight text-plum-900">
        {title}
        <span className="text-ink-2 transition-transform group-open/fold:rotate-180">
          <Icon name="down" size={20} />
        </span>
      </summary>
      <div className="pb-5 text-ink-2">{children}</div>
    </details>
  )
}
