import type { ReactNode } from 'react'
import { Drawing, Icon } from './icon.tsx'

const drawings: Record<string, ReactNode> = {
  bell: (
    <>
      <path d="M12 3.5c-3.6 0-6 2.6-6 6.2 0 4.6-2 5.8-2 7.3h16c0-1.5-2-2.7-2-7.3 0-3.6-2.4-6.2-6-6.2Z" />
      <path d="M9.8 20c.5.8 1.3 1.2 2.2 1.2s1.7-.4 2.2-1.2M12 3.5V2" />
    </>
  ),
  promotion: (
    <>
      <path d="M3.5 12.5V4h8.5l8.5 8.5-8 8-9-8Z" />
      <circle cx="8" cy="8.3" r="1.3" />
    </>
  ),
  system: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.5v.3" />
    </>
  ),
}

/** The bell and the icons of notification types; visitors do not download them. */
export function NotificationIcon({ about, size }: { about: 'bell' | 'order_update' | 'promotion' | 'system'; size?: number }) {
  return about === 'order_update' ? <Icon name="parcel" size={size} /> : <Drawing size={size}>{drawings[about] ?? drawings['system']}</Drawing>
}
