import type { ReactNode } from 'react'

/** The icons of the back office, drawn on the same 24-unit grid as the shop's (app/ui/pictures/icon.tsx), a little heavier for 16 px. */
const icons = {
  dashboard: <path d="M3.5 3.5h7v9h-7zM13.5 3.5h7v5h-7zM13.5 11.5h7v9h-7zM3.5 15.5h7v5h-7z" />,
  products: <path d="M12 3 4 7.3v9.4L12 21l8-4.3V7.3L12 3ZM4.3 7.5 12 11.6l7.7-4.1M12 11.6V21M8 5.2l7.8 4.2" />,
  orders: <path d="M3 13h5l1.5 2.5h5L16 13h5M6 5h12l3 8v4.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V13l3-8Z" />,
  create: <path d="M11 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V13M18.3 3.2l2.5 2.5L12 14.5l-3.5 1 1-3.5 8.8-8.8Z" />,
  customers: <path d="M9 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM2 20.5c0-3.5 3-5.5 7-5.5s7 2 7 5.5M16 3.8a4 4 0 0 1 0 7.4M18 15.3c2.5.6 4 2.4 4 5.2" />,
  banners: <path d="M3.5 4.5h17v15h-17zM3.5 16l5-4.5 4 3.5 3-2.5 5 4M15.5 9.2v.1" />,
  discounts: (
    <path d="M12 2.5 14.3 4.6l3-.6 1 2.9 2.9 1-.6 3L22.5 12l-1.9 2.3.6 3-2.9 1-1 2.9-3-.6L12 22.5l-2.3-1.9-3 .6-1-2.9-2.9-1 .6-3L1.5 12l1.9-2.3-.6-3 2.9-1 1-2.9 3 .6L12 2.5ZM15 9l-6 6M9.2 9.2v.1M14.8 14.8v.1" />
  ),
  settings: (
    <path d="M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM19.4 13.5l2 1.2-2 3.6-2.3-.9a7 7 0 0 1-2.4 1.4l-.4 2.4h-4.6l-.4-2.4a7 7 0 0 1-2.4-1.4l-2.3.9-2-3.6 2-1.2a7 7 0 0 1 0-3l-2-1.2 2-3.6 2.3.9a7 7 0 0 1 2.4-1.4l.4-2.4h4.6l.4 2.4a7 7 0 0 1 2.4 1.4l2.3-.9 2 3.6-2 1.2a7 7 0 0 1 0 3Z" />
  ),
  analytics: <path d="M5 20v-6M12 20V4M19 20V9" />,
  store: <path d="M4 10v9.5h16V10M3 8.5 5 4h14l2 4.5a2.7 2.7 0 0 1-4.5 1.3 2.7 2.7 0 0 1-4.5 0 2.7 2.7 0 0 1-4.5 0A2.7 2.7 0 0 1 3 8.5ZM9.5 19.5V15h5v4.5" />,
  leave: <path d="m16 8 4 4-4 4M20 12H9.5M10 3.5H5.5A1.5 1.5 0 0 0 4 5v14a1.5 1.5 0 0 0 1.5 1.5H10" />,
  keyboard: <path d="M2.5 5.5h19v13h-19zM6.5 9.5v.1M10 9.5v.1M13.5 9.5v.1M17 9.5v.1M7.5 14.5h9" />,
  light: <path d="M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v2M12 19.5v2M4.5 4.5 6 6M18 18l1.5 1.5M2.5 12h2M19.5 12h2M4.5 19.5 6 18M18 6l1.5-1.5" />,
  dark: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />,
  system: <path d="M3.5 4.5h17v11.5h-17zM9 20h6M12 16v4" />,
  export: <path d="M12 4v11M8 11.5l4 4 4-4M4.5 16v4h15v-4" />,
  columns: <path d="M3.5 4.5h17v15h-17zM9 4.5v15M15 4.5v15" />,
  filter: <path d="M3 6h18M7 12h10M10.5 18h3" />,
  more: <path d="M5.5 12v.1M12 12v.1M18.5 12v.1" />,
  history: <path d="M4 5v4.5h4.5M4.4 9.5a8.5 8.5 0 1 1-.9 3.5M12 7.5V12l3 2" />,
  warning: <path d="M12 3.5 22 20.5H2L12 3.5ZM12 10v4.5M12 17.5v.1" />,
  mail: <path d="M3 5.5h18v13H3zM3.5 6 12 13l8.5-7" />,
  complaint: <path d="M4 4.5h16v12H11l-4.5 4v-4H4zM12 8v3.5M12 13.8v.1" />,
} satisfies Record<string, ReactNode>

export type AdminIconName = keyof typeof icons

/** Decorative: the text beside it, or the control's own label, carries the meaning. */
export function AdminIcon({ name, size = 16, className }: { name: AdminIconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {icons[name]}
    </svg>
  )
}
