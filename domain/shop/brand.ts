/** The addresses of the shop's own logo and of the icons made from it. Each contains a version, so a new logo has a new address. */

/** A stored logo; `width` and `height` in pixels. */
export type Logo = { version: string; width: number; height: number }

export function readLogo(value: unknown): Logo | null {
  if (typeof value !== 'object' || value === null) return null
  const { version, width, height } = value as Record<string, unknown>
  if (typeof version !== 'string' || !/^[0-9a-f]{16}$/.test(version)) return null
  return isSide(width) && isSide(height) ? { version, width, height } : null
}

const isSide = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 10_000

/** For documents and machines. */
export const logoFile = ({ version }: Logo): string => `/brand/logo-${version}.png`
/** Small, for pages and mails. */
export const smallLogoFile = ({ version }: Logo): string => `/brand/small-${version}.png`

/** The size at which a logo fits, whole CSS pixels or points. */
export function fitLogo({ width, height }: Pick<Logo, 'width' | 'height'>, most: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(most.width / width, most.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
