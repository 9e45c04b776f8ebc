import { fitLogo, smallLogoFile } from '#domain/shop/brand.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Wordmark } from '../../ui/page/wordmark.tsx'

/** The shop's name or logo, in the dark theme the logo for dark grounds; one for light grounds is then shown on paper (admin.css). */
export function BrandMark({ centred = true }: { centred?: boolean }) {
  const { storeName, logo, logoDark } = useSettings()
  if (logo === null || logoDark === null) return <Wordmark name={storeName} logo={logo} centred={centred} />
  return (
    <>
      <span className="by-day">
        <Wordmark name={storeName} logo={logo} centred={centred} />
      </span>
      <img src={smallLogoFile(logoDark)} alt={storeName} {...fitLogo(logoDark, { width: 180, height: 40 })} className="by-night" />
    </>
  )
}
