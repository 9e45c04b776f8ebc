import { fitLogo, smallLogoFile } from '#domain/shop/brand.ts'
import type { Logo } from '#domain/shop/brand.ts'
import { DEMO_BRAND } from '#domain/shop/settings.ts'

type WordmarkProps = {
  name: string
  logo: Logo | null
  centred?: boolean
}

/** In the header's row on a phone, between the menu and the tools. */
const MOST = { width: 180, height: 40 }

/** The shop's own logo. Without one, Shringar with the bindi over its dotless i, शृंगार below; another store name is shown as plain text in the same typeface. */
export function Wordmark({ name, logo, centred = true }: WordmarkProps) {
  if (logo) return <img src={smallLogoFile(logo)} alt={name} {...fitLogo(logo, MOST)} className="own-logo" />
  const own = name === DEMO_BRAND
  return (
    <span className={`grid leading-none text-plum-700 ${centred ? 'justify-items-center' : 'justify-items-start'}`}>
      <span className="sr-only">{name}</span>
      <span translate="no" aria-hidden="true" className="mark-la font-display text-[27px] tracking-[.01em] md:text-[30px] lg:text-[33px]">
        {own ? (
          <>
            Shr<span className="mark-i">ı</span>ngar
          </>
        ) : (
          name
        )}
      </span>
      {own ? (
        <span translate="no" aria-hidden="true" lang="hi" className="mark-hi mt-[3px] text-2xs tracking-[.06em] text-rose-600 lg:text-[14px]">
          शृंगार
        </span>
      ) : null}
    </span>
  )
}
