// Renders the icons of the home screen from the shop's logo: node supabase/seed/pictures/icons.ts
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'

const folder = path.join(import.meta.dirname, '../../../app/public/icons')

/** The cusped window with the bindi (app/public/favicon.svg); `share` is its height as a fraction of the icon's. */
function icon(share: number, corner: number): string {
  const height = 64 * share
  const width = (height * 34) / 48
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="#5e1b3f"/><svg x="${(64 - width) / 2}" y="${(64 - height) / 2}" width="${width}" height="${height}" viewBox="2.5 0 95 150" preserveAspectRatio="none"><path fill="#fbf6f1" d="M3 150V60A14 14 0 0 1 9 38A14 14 0 0 1 23 20.5A13 13 0 0 1 40 9.5C45 8.5 48.6 5 50 0C51.4 5 55 8.5 60 9.5A13 13 0 0 1 77 20.5A14 14 0 0 1 91 38A14 14 0 0 1 97 60V150Z"/></svg><circle cx="32" cy="${32 + height / 12}" r="${height / 8}" fill="#c43a5b"/></svg>`
}

const rounded = icon(0.75, 14)
// Android crops everything outside a circle of 80 %: the window's corners stay inside it. Apple rounds the corners itself.
const maskable = icon(0.56, 0)
const apple = icon(0.66, 0)

await mkdir(folder, { recursive: true })
for (const [name, svg, size] of [
  ['icon-192', rounded, 192],
  ['icon-512', rounded, 512],
  ['maskable-192', maskable, 192],
  ['maskable-512', maskable, 512],
  ['apple-touch-icon', apple, 180],
] as const) {
  await writeFile(path.join(folder, `${name}.png`), new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng())
}
