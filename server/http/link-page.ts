/** The shop's texts and styles for the page behind a mailed link (gateway/auth/links/link-page.ts). It is self-contained, including fonts. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fitLogo, smallLogoFile } from '#domain/shop/brand.ts'
import { accentShades, secondShades } from '#domain/shop/palette.ts'
import { DEFAULT_SETTINGS, DEMO_BRAND } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { AuthMailKind, LinkPage } from '#gateway/gateway.ts'
import { linkPages, password } from '#words/link-page.ts'

const FACES = path.resolve(import.meta.dirname, '../../app/ui/fonts')

async function face(family: string, file: string, weight: string): Promise<string> {
  const bytes = await readFile(path.join(FACES, file))
  return `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2') }`
}

const STYLES = `
* { box-sizing: border-box }
body { margin: 0; min-height: 100svh; display: grid; grid-template-rows: auto 1fr; background: #fbf6f1; color: #2a1420; font: 1rem/1.5 Anek, 'Noto Sans Devanagari', system-ui, sans-serif; -webkit-text-size-adjust: 100% }
header { padding: 20px 20px 0; text-align: center; overflow-wrap: anywhere }
header a { display: inline-grid; justify-items: center; border-radius: 4px; color: #5e1b3f; font: 30px/1 Tiro, Georgia, serif; text-decoration: none }
.mark { position: relative }
.mark::before { content: ''; position: absolute; left: 50%; top: -.03em; width: .22em; height: .22em; border-radius: 50%; background: #c43a5b; translate: -50% 0 }
.hindi { margin-top: 3px; color: #a82c4b; font: 13px/1 Tiro, 'Noto Serif Devanagari', serif; letter-spacing: .06em }
main { align-self: start; width: calc(100% - 40px); max-width: 27.5rem; margin: clamp(1.75rem, 9svh, 5rem) auto 3rem; padding: 2.25rem 1.75rem 2rem; border: 1px solid #e8dbd0; border-top: 3px solid #e8a020; border-radius: 0 0 12px 12px; background: #fff; box-shadow: 0 8px 30px rgb(55 16 42 / .08); text-align: center }
h1 { margin: 0 0 .75rem; color: #37102a; font: 400 clamp(1.75rem, 1.4rem + 1.6vw, 2.25rem)/1.12 Tiro, Georgia, serif; letter-spacing: -.012em; text-wrap: balance }
p { margin: 0 0 1.5rem; color: #6a5060; font-size: 1.0625rem; text-wrap: pretty }
form { display: grid; gap: 14px }
label { font-weight: 600; text-align: left }
.hint { margin: -12px 0 -8px; font-size: .875rem; text-align: left }
input { width: 100%; min-height: 50px; padding: 10px 14px; border: 1px solid #96808b; border-radius: 6px; background: #fff; color: inherit; font: inherit }
input[aria-invalid] { border-color: #a3222b }
.alert { margin: 0; padding: 12px 14px; border-radius: 6px; background: #fbe9e8; color: #8a1c24; font-size: .9375rem; text-align: left }
button { width: 100%; min-height: 50px; padding: 10px 24px; border: 1px solid #74234f; border-radius: 6px; background: #74234f; color: #fff; font: 600 1.0625rem/1.15 Anek, system-ui, sans-serif; cursor: pointer }
button:hover { background: #5e1b3f }
.second { background: #fff; color: #74234f }
.second:hover { background: #f8eef3 }
:focus-visible { outline: 3px solid #c43a5b; outline-offset: 2px }
`

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

type Brand = Pick<StoreSettings, 'storeName' | 'logo' | 'accent' | 'secondColour'>

/** The shop's own colours in place of the default ones. */
function inColours(styles: string, { accent, secondColour }: Brand): string {
  const own = accent === null ? null : accentShades(accent)
  const second = secondColour === null ? null : secondShades(secondColour)
  const replaced: [string, string][] = [
    ...(own
      ? ([
          ['#74234f', own.accent],
          ['#5e1b3f', own.darker],
          ['#37102a', own.darkest],
          ['#f8eef3', own.tint],
        ] as [string, string][])
      : []),
    ...(second
      ? ([
          ['#c43a5b', second.lighter],
          ['#a82c4b', second.second],
        ] as [string, string][])
      : []),
  ]
  return replaced.reduce((css, [from, to]) => css.replaceAll(from, to), styles)
}

/** The logo as in the app's header (app/ui/page/wordmark.tsx); other store names are plain text. */
function header({ storeName, logo }: Brand): string {
  if (logo !== null) {
    const { width, height } = fitLogo(logo, { width: 240, height: 48 })
    return `<a href="/"><img src="${smallLogoFile(logo)}" alt="${escape(storeName)}" width="${width}" height="${height}"></a>`
  }
  if (storeName !== DEMO_BRAND) return `<a href="/">${escape(storeName)}</a>`
  return '<a href="/" aria-label="Shringar"><span aria-hidden="true" translate="no">Shr<span class="mark">i</span>ngar</span><span aria-hidden="true" translate="no" lang="hi" class="hindi">शृंगार</span></a>'
}

export type ShopLinkPages = {
  page(kind: AuthMailKind): LinkPage
  /** Reloads the store's name and logo. */
  refresh(): Promise<void>
}

export async function openLinkPages(readBrand: () => Promise<Brand>): Promise<ShopLinkPages> {
  const faces = await Promise.all([face('Tiro', 'tiro-core.woff2', '400'), face('Anek', 'anek-core.woff2', '400 700')])
  const fonts = faces.join('\n')
  let styles = fonts + STYLES
  let brand: Brand = DEFAULT_SETTINGS
  return {
    page(kind) {
      const words = linkPages[kind]
      return { ...words, password, lang: 'en-IN', title: `${words.heading} · ${brand.storeName}`, header: header(brand), styles }
    },
    async refresh() {
      brand = await readBrand()
      styles = fonts + inColours(STYLES, brand)
    },
  }
}
