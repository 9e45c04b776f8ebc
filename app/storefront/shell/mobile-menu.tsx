import * as say from '#words/shell.tsx'
import { hydrateLater } from '../../ui/hydrate-later.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { toolClass } from './tool.tsx'

const Links = hydrateLater(() => import('./mobile-menu-links.tsx'))

/** A native disclosure that also opens without scripts. */
export function MobileMenu() {
  return (
    <details className="mobile-menu group/menu md:hidden">
      <summary className={`${toolClass} -ml-[11px]`}>
        <span className="sr-only">{say.menu}</span>
        <span className="group-open/menu:hidden">
          <Icon name="menu" />
        </span>
        <span className="hidden group-open/menu:block">
          <Icon name="close" />
        </span>
      </summary>
      <div className="appear absolute inset-x-0 top-14 h-[calc(100dvh-56px)] overflow-y-auto overscroll-contain border-t border-line bg-ground px-5 pt-2 pb-28">
        <Links />
      </div>
    </details>
  )
}
