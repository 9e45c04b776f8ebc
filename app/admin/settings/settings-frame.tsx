import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import * as say from '#words/admin-settings-menu.ts'
import { useMay } from '../access.ts'
import { neededFor } from '../screen-permissions.ts'

/** Entries with a hash are sections of the one form. */
const PLACES: readonly { to: string; label: string }[] = [
  { to: '/admin/settings', label: say.items.store },
  { to: '/admin/settings/brand', label: say.items.brand },
  { to: '/admin/settings/home', label: say.items.home },
  { to: '/admin/settings#gst', label: say.items.gst },
  { to: '/admin/settings#delivery', label: say.items.delivery },
  { to: '/admin/settings/delivery', label: say.items.deliveryRates },
  { to: '/admin/settings#payment', label: say.items.payment },
  { to: '/admin/settings#demo', label: say.items.demo },
  { to: '/admin/settings/opening', label: say.items.opening },
  { to: '/admin/settings/numbers', label: say.items.numbers },
  { to: '/admin/settings/mail', label: say.items.mail },
  { to: '/admin/settings/messages', label: say.items.messages },
  { to: '/admin/settings/pages', label: say.items.pages },
  { to: '/admin/settings/own-pages', label: say.items.ownPages },
  { to: '/admin/settings/people', label: say.items.people },
  { to: '/admin/settings/api-keys', label: say.items.apiKeys },
  { to: '/admin/settings/webhooks', label: say.items.webhooks },
  { to: '/admin/settings/health', label: say.items.health },
  { to: '/admin/audit-log?area=settings,delivery_rates,serial_series,mail_setup,razorpay_keys,message_texts,page_texts,own_pages', label: say.items.history },
]

/**
 * On a phone the current link may be outside the visible part of the menu. Some browsers return a promise, which must not be returned as a clean-up function.
 */
const intoView = (link: HTMLAnchorElement | null): void => {
  link?.scrollIntoView({ inline: 'center', block: 'nearest' })
}

/** The frame of every settings page: the menu beside the page, on a phone a scrollable line above it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { pathname, hash } = useLocation()
  const may = useMay()
  const here = pathname.replace(/^(\/admin\/settings\/(messages|pages|own-pages))\/.*$/, '$1').replace(/(?<!\/)\/+$/, '') + hash
  return (
    <div className="grid items-start gap-x-6 gap-y-2 lg:grid-cols-[184px_minmax(0,1fr)]">
      <nav aria-label={say.menu} className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-2 md:-mx-6 md:px-6 lg:sticky lg:top-4 lg:mx-0 lg:grid lg:px-0">
        {PLACES.filter(({ to }) => may(neededFor(to))).map(({ to, label }) => (
          <Link
            key={to}
            ref={to === here ? intoView : undefined}
            to={to}
            aria-current={to === here ? 'page' : undefined}
            className={`inline-flex min-h-9 items-center rounded-sm px-3 whitespace-nowrap touch:min-h-11 ${to === here ? 'bg-chosen font-semibold text-ink' : 'text-ink-2 hover:bg-hover'}`}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
