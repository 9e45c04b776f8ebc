/** Serves the shop's own logo and the icons made from it, and its icons at the demo's addresses, which installed apps may still request. */
import type { Logo } from '#domain/shop/brand.ts'
import { hasDemoIcons, ICON_NAMES, ICONS, iconVersion, initialsOf } from '#domain/shop/icons.ts'
import type { IconName } from '#domain/shop/icons.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'

/** The ground of the demo's icons. */
const ACCENT = '#5e1b3f'
const OWN = /^\/brand\/([a-z]+(?:-[a-z0-9]+)*)-([0-9a-f]{8}|[0-9a-f]{16})\.png$/
const FOREVER = 'public, max-age=31536000, immutable'

export type BrandSource = {
  settings(): Promise<StoreSettings>
  /** Null: there is no such file. */
  logo(version: string, small: boolean): Promise<Uint8Array | null>
}
export type BrandFiles = {
  /** Whether the file at one of the demo's addresses has to be the shop's own. */
  replaces(pathname: string): boolean
  answer(pathname: string): Promise<Response>
  /** Reads the settings again. */
  refresh(): Promise<void>
}

export function createBrandFiles(source: BrandSource): BrandFiles {
  let settings: StoreSettings = DEFAULT_SETTINGS
  let icons = new Map<IconName, Promise<Buffer>>()

  /** Each icon is drawn once for a logo and a name. */
  function icon(name: IconName): Promise<Buffer> {
    const drawn = icons.get(name) ?? draw(name, settings)
    icons.set(name, drawn)
    drawn.catch(() => icons.delete(name))
    return drawn
  }

  const fileOf = async (logo: Logo | null): Promise<Uint8Array | null> => (logo === null ? null : source.logo(logo.version, false))

  async function draw(name: IconName, { storeName, logo, logoDark, accent }: StoreSettings): Promise<Buffer> {
    const [light, dark] = await Promise.all([fileOf(logo), fileOf(logoDark)])
    // Loaded only here: it takes memory.
    const { drawIcon } = await import('./draw-icon.ts')
    return drawIcon(name, { initials: initialsOf(storeName), light, dark, accent: accent ?? ACCENT })
  }

  const demoName = (pathname: string): IconName | undefined => ICON_NAMES.find((name) => ICONS[name].demo === pathname)

  return {
    replaces: (pathname) => demoName(pathname) !== undefined && !hasDemoIcons(settings),
    async answer(pathname) {
      const old = demoName(pathname)
      if (old !== undefined) return picture(await icon(old), 'no-cache')
      const [, name = '', version = ''] = OWN.exec(pathname) ?? []
      if (name === 'logo' || name === 'small') {
        const bytes = await source.logo(version, name === 'small')
        return bytes === null ? missing() : picture(bytes, FOREVER)
      }
      const wanted = ICON_NAMES.find((known) => known === name)
      if (wanted === undefined) return missing()
      // The page may be older than the logo: it gets the present icon, which must not be kept under the old address.
      return picture(await icon(wanted), version === iconVersion(settings) ? FOREVER : 'no-cache')
    },
    async refresh() {
      settings = await source.settings()
      icons = new Map()
    },
  }
}

const picture = (bytes: Uint8Array, control: string): Response =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/png', 'cache-control': control, 'x-content-type-options': 'nosniff' } })
const missing = (): Response => new Response('There is no such picture', { status: 404, headers: { 'cache-control': 'no-store' } })
