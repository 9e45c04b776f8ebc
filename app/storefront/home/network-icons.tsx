import type { ReactNode } from 'react'

/** Drawn like the icons of `ui/pictures/icon.tsx`, but kept separate because only one section of one page shows them. */
export const networkIcons: Record<string, ReactNode> = {
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
}
