import type { ReactNode } from 'react'

const LOOKS = { bad: 'bg-cancelled-tint text-cancelled', plain: 'bg-plum-50 text-plum-600' }

/** A label beside a name: blocked, staff, default. */
export function Mark({ look = 'plain', children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return <span className={`inline-block rounded-full px-2 py-[2px] text-2xs leading-[1.3] font-semibold whitespace-nowrap ${LOOKS[look]}`}>{children}</span>
}
