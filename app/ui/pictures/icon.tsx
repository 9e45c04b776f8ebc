import type { ReactNode } from 'react'

/** Drawn on a 24-unit grid with a 1.6 stroke. Every page contains these, so an icon of a single screen is drawn there, with `Drawing`. */
const icons = {
  menu: <path d="M3.5 7h17M3.5 12h11M3.5 17h17" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  bag: (
    <>
      <path d="M5 8.5h14l1 12.5H4L5 8.5Z" />
      <path d="M8.5 11V7a3.5 3.5 0 0 1 7 0v4" />
    </>
  ),
  heart: <path d="M12 20.5C6 16 3 12.8 3 9.1a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2c0 3.7-3 6.9-9 11.4Z" />,
  home: <path d="M4 20.5V11c0-1 2-2.2 4-4.2 1.6-1.6 3-2.3 4-4.3 1 2 2.4 2.7 4 4.3 2 2 4 3.2 4 4.2v9.5h-5.5V15a2.5 2.5 0 0 0-5 0v5.5H4Z" />,
  brush: <path d="M8 3h8l-1 12H9L8 3ZM9.5 15v5.5h5V15" />,
  parcel: (
    <>
      <path d="M3.5 8 12 3.5 20.5 8v8.5L12 21l-8.5-4.5V8Z" />
      <path d="M3.5 8 12 12.5 20.5 8M12 12.5V21" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="4.2" />
      <path d="M4 21c.6-4.5 3.8-6.8 8-6.8s7.4 2.3 8 6.8" />
    </>
  ),
  back: <path d="M20 12H5M10.5 6.5 5 12l5.5 5.5" />,
  forward: <path d="M4 12h15M13.5 6.5 19 12l-5.5 5.5" />,
  close: <path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  check: <path d="m5 12.5 4.8 4.8L19 7.5" />,
  minus: <path d="M5 12h14" />,
  plus: <path d="M12 5v14M5 12h14" />,
  truck: (
    <>
      <path d="M2.5 6h11.5v11H2.5zM14 10h4l3.5 3.7V17H14" />
      <circle cx="7" cy="18" r="2" />
      <circle cx="17.5" cy="18" r="2" />
    </>
  ),
  document: (
    <>
      <path d="M6 3h8.5L19 7.5V21H6V3Z" />
      <path d="M14 3v5h5M9 12.5h7M9 16.5h5" />
    </>
  ),
  whatsapp: (
    <>
      <path d="M3.5 20.5 5 16a8.5 8.5 0 1 1 3.2 3.2l-4.7 1.3Z" />
      <path d="M9 8.5c0 3.5 3 6.5 6.5 6.5" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof icons
type Look = { size?: number; className?: string }

/** Decorative: the text beside it, or the control's own label, carries the meaning. */
export function Icon({ name, ...look }: { name: IconName } & Look) {
  return <Drawing {...look}>{icons[name]}</Drawing>
}

/** The SVG canvas of an icon. */
export function Drawing({ size = 22, className, children }: { children: ReactNode } & Look) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={className === undefined ? 'icon' : `icon ${className}`}>
      {children}
    </svg>
  )
}
