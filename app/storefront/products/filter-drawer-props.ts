import type { ReactNode } from 'react'

export type FilterDrawerProps = { count: number; total: number; /** `total` is the least there are */ more: boolean; clear: string; children: ReactNode }
