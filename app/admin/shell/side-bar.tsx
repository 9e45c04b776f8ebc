import { Link } from 'react-router'
import { ROLE_NAMES } from '#domain/shop/staff.ts'
import * as say from '#words/admin-shell.ts'
import type { SessionUser } from '../../data/session/session.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { useAccess, useMay } from '../access.ts'
import { neededFor } from '../screen-permissions.ts'
import { sectionOf, sections } from '../sections.ts'
import { AdminIcon } from '../ui/admin-icon.tsx'
import type { AdminIconName } from '../ui/admin-icon.tsx'

type SideBarProps = { user: SessionUser; pathname: string; open: boolean; onToggle: () => void; onSearch: () => void; onLeave: () => void }

const row = 'flex min-h-8 items-center gap-[10px] rounded-sm px-2 font-medium touch:min-h-11 md:max-lg:justify-center'
const quiet = `${row} text-ink-2 hover:bg-sunken hover:text-ink`

/** The nine links, the user, and the links to the store and to sign out. Icons only on a small laptop, a menu on a phone. */
export function SideBar({ user, pathname, open, onToggle, onSearch, onLeave }: SideBarProps) {
  const { storeName } = useSettings()
  const { name, role } = useAccess()
  const may = useMay()
  const current = sectionOf(pathname)
  return (
    <header className="bg-ground max-md:sticky max-md:top-0 max-md:z-20 max-md:border-b max-md:border-line">
      <div className="md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:px-[10px] md:py-3">
        <div className="flex min-h-[52px] items-center gap-2 px-4 md:px-2 md:pb-3">
          <Link to="/admin" className="rounded-xs" aria-label={`${storeName}, ${say.backOffice}`}>
            <span className="md:max-lg:hidden">
              <BrandMark centred={false} />
            </span>
            <span aria-hidden="true" className="hidden size-[26px] place-items-center rounded-sm bg-accent font-display text-md text-white md:max-lg:grid">
              {storeName.slice(0, 1)}
            </span>
          </Link>
          <span className="flex-1" />
          <button type="button" aria-label={say.search} onClick={onSearch} className="ctl ctl-quiet ctl-square md:hidden">
            <Icon name="search" size={20} />
          </button>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="admin-menu"
            aria-label={open ? say.closeMenu : say.openMenu}
            onClick={onToggle}
            className="ctl ctl-quiet ctl-square md:hidden"
          >
            <Icon name={open ? 'close' : 'menu'} size={20} />
          </button>
        </div>
        <div id="admin-menu" className={`${open ? '' : 'max-md:hidden'} flex flex-1 flex-col gap-4 max-md:px-3 max-md:pb-4 md:min-h-0 md:overflow-y-auto`}>
          <nav aria-label={say.backOffice}>
            <ul className="grid gap-[2px]">
              {sections
                .filter(({ to }) => may(neededFor(to)))
                .map((section) => (
                  <li key={section.to}>
                    <Link
                      to={section.to}
                      aria-current={section === current ? 'page' : undefined}
                      className={section === current ? `${row} bg-sunken font-semibold text-ink` : quiet}
                    >
                      <Named icon={section.icon} label={section.label} lit={section === current} />
                    </Link>
                  </li>
                ))}
            </ul>
          </nav>
          <div className="mt-auto grid gap-[2px]">
            <Link to="/" className={quiet}>
              <Named icon="store" label={say.viewStore} />
            </Link>
            <button type="button" onClick={onLeave} className={`${quiet} w-full text-left`}>
              <Named icon="leave" label={say.signOut} />
            </button>
            <Link
              to="/admin/security"
              title={say.yourSecurity}
              aria-current={pathname === '/admin/security' ? 'page' : undefined}
              className="mt-2 flex min-h-11 min-w-0 items-center gap-[9px] rounded-sm border-t border-line px-2 pt-[10px] pb-[6px] hover:bg-sunken md:max-lg:justify-center md:max-lg:px-0"
            >
              <span aria-hidden="true" className="grid size-7 flex-none place-items-center rounded-full bg-plum-100 text-xs font-semibold text-plum-700">
                {(name ?? (user.email || 'U')).slice(0, 1).toUpperCase()}
              </span>
              <span className="min-w-0 text-xs md:max-lg:sr-only">
                <span className="block truncate font-medium">{name ?? user.email}</span>
                <span className="text-ink-2">{ROLE_NAMES[role]}</span>
                <span className="text-ink-2"> · </span>
                <span className="text-ink-2">{say.yourSecurity}</span>
              </span>
            </Link>
          </div>
        </div>
      </div>
    </header>
  )
}

/** On a small laptop the label is available only to screen readers and as a tooltip. */
function Named({ icon, label, lit = false }: { icon: AdminIconName; label: string; lit?: boolean }) {
  return (
    <span className="contents" title={label}>
      <AdminIcon name={icon} className={lit ? 'text-plum-600' : ''} />
      <span className="md:max-lg:sr-only">{label}</span>
    </span>
  )
}
