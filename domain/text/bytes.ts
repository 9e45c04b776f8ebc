const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "38.2 GB", in steps of 1,000. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const shown = bytes / 1000 ** step
  return new Intl.NumberFormat('en-IN', { style: 'unit', unit: UNITS[step] ?? 'byte', maximumFractionDigits: shown < 100 && step > 0 ? 1 : 0 }).format(shown)
}
