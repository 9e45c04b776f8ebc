import type { ReactNode } from 'react'

export type FilterDrawerProps = { count: number; total: number; clear: string; children: ReactNode }
