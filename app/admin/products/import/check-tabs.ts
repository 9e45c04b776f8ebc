/** The tabs of the check before an import. */
export const TABS = ['refused', 'warned', 'new', 'changed', 'same'] as const
export type Tab = (typeof TABS)[number]
