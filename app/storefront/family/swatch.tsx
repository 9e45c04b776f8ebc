import type { Swatch as SwatchData } from '#supabase/results/products.ts'
import { imageUrl } from '../../ui/pictures/image-url.ts'

/** A shade as a colour or a picture. Its name is always beside it as text. */
export function Swatch({ colour, picture, size }: Pick<SwatchData, 'colour' | 'picture'> & { size: number }) {
  const look = 'inline-block shrink-0 rounded-full border border-control object-cover'
  if (picture !== null) return <img src={imageUrl(picture, size * 2)} alt="" width={size} height={size} loading="lazy" className={look} />
  if (colour === null) return null
  return <span aria-hidden="true" className={look} style={{ width: size, height: size, background: colour }} />
}
