import type { ReactNode } from 'react'

/** Drawn on a 24-unit grid with a 1.6 stroke; one hand for the whole shop. */
const icons = {
  menu: <path d="M3.5 7h17M3.5 12h11M3.5 17h17" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  zoom: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5M10.5 7.8v5.4M7.8 10.5h5.4" />
    </>
  ),
  bag: (
    <>
      <path d="M5 8.5h14l1 12.5H4L5 8.5Z" />
      <path d="M8.5 11V7a3.5 3.5 0 0 1 7 0v4" />
    </>
  ),
  bell: (
    <>
      <path d="M12 3.5c-3.6 0-6 2.6-6 6.2 0 4.6-2 5.8-2 7.3h16c0-1.5-2-2.7-2-7.3 0-3.6-2.4-6.2-6-6.2Z" />
      <path d="M9.8 20c.5.8 1.3 1.2 2.2 1.2s1.7-.4 2.2-1.2M12 3.5V2" />
    </>
  ),
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
  pause: <path d="M9 6v12M15 6v12" />,
  play: <path d="M8 5.5v13l10.5-6.5L8 5.5Z" />,
  back: <path d="M20 12H5M10.5 6.5 5 12l5.5 5.5" />,
  forward: <path d="M4 12h15M13.5 6.5 19 12l-5.5 5.5" />,
  close: <path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  check: <path d="m5 12.5 4.8 4.8L19 7.5" />,
  minus: <path d="M5 12h14" />,
  plus: <path d="M12 5v14M5 12h14" />,
  sliders: (
    <>
      <path d="M4 7h9M18 7h2M4 17h3M12 17h8" />
      <circle cx="15.5" cy="7" r="2.5" />
      <circle cx="9.5" cy="17" r="2.5" />
    </>
  ),
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
  tag: (
    <>
      <path d="M3.5 12.5V4h8.5l8.5 8.5-8 8-9-8Z" />
      <circle cx="8" cy="8.3" r="1.3" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.5v.3" />
    </>
  ),
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7v.1" />
    </>
  ),
  youtube: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="4" />
      <path d="m10 9 5 3-5 3V9Z" />
    </>
  ),
  facebook: <path d="M14 21v-8h3l.5-3.5H14V7.5c0-1 .5-2 2-2h1.8V2.5C14 2 10.5 3 10.5 7v2.5h-3V13h3v8" />,
  whatsapp: (
    <>
      <path d="M3.5 20.5 5 16a8.5 8.5 0 1 1 3.2 3.2l-4.7 1.3Z" />
      <path d="M9 8.5c0 3.5 3 6.5 6.5 6.5" />
    </>
  ),
  link: (
    <>
      <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3" />
      <path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3" />
    </>
  ),
  share: <path d="M12 3.5V15M8 7l4-3.5L16 7M5 12v8.5h14V12" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof icons

/** Decoration only: the words beside it, or the control's own label, carry the meaning. */
export function Icon({ name, size = 22, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {icons[name]}
    </svg>
  )
}
