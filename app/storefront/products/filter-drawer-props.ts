import type { ReactNode } from 'react'

export type FilterDrawerProps = { count: number; total: number; /** there are more */ more: boolean; clear: string; children: ReactNode }
