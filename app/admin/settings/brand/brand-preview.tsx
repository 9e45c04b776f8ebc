import type { CSSProperties } from 'react'
import type { Logo } from '#domain/shop/brand.ts'
import { nearestReadable, paletteProperties } from '#domain/shop/palette.ts'
import type { Colours } from '#domain/shop/palette.ts'
import * as say from '#words/admin-brand.ts'
import { Wordmark } from '../../../ui/page/wordmark.tsx'

/** The colours of the storefront (app/ui/theme.css): the back office has others, and a dark theme. */
const DEFAULTS = {
  '--ground': '#fbf6f1',
  '--ink': '#2a1420',
  '--ink-2': '#6a5060',
  '--line': '#e8dbd0',
  '--plum-50': '#f8eef3',
  '--plum-600': '#74234f',
  '--plum-700': '#5e1b3f',
  '--plum-900': '#37102a',
  '--rose-500': '#c43a5b',
  '--rose-600': '#a82c4b',
}

const readable = (colour: string | null): string | null => (colour === null ? null : nearestReadable(colour))

/** A piece of the storefront in the chosen colours. It is a picture: nothing in it can be pressed. */
export function BrandPreview({ storeName, logo, icon, colours: { accent, second } }: { storeName: string; logo: Logo | null; icon: string; colours: Colours }) {
  const style = { ...DEFAULTS, ...paletteProperties({ accent: readable(accent), second: readable(second) }), colorScheme: 'light' } as CSSProperties
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div
        inert
        style={style}
        className="min-w-0 max-w-[440px] flex-1 basis-[260px] overflow-hidden rounded-md border border-(--line) bg-(--ground) text-(--ink)"
      >
        <p className="bg-(--plum-900) px-4 py-2 text-center text-xs text-white">{say.sampleStrip}</p>
        <div className="border-b border-(--line) px-4 py-3">
          <Wordmark name={storeName} logo={logo} centred={false} />
        </div>
        <div className="grid gap-3 p-4">
          <p className="font-display text-2xl text-(--plum-900)">
            {say.sampleHeading} <em className="text-(--rose-500)">{say.sampleWord}</em>
          </p>
          <p className="text-base text-(--ink-2)">
            {say.sampleText} <span className="text-(--plum-600) underline underline-offset-4">{say.sampleLink}</span>.
          </p>
          <div className="flex flex-wrap gap-2 text-sm font-semibold">
            <span className="rounded-sm bg-(--plum-600) px-5 py-3 text-white">{say.sampleButton}</span>
            <span className="rounded-sm border border-(--plum-600) bg-(--plum-50) px-5 py-3 text-(--plum-600)">{say.sampleSecond}</span>
          </div>
        </div>
      </div>
      <img src={icon} alt={say.nowIcon} width={72} height={72} className="rounded-md" />
    </div>
  )
}
