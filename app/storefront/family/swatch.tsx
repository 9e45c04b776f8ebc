import type { Swatch as SwatchData } from '#supabase/results/products.ts'
import { imageUrl } from '../../ui/pictures/image-url.ts'

/** Pixels of a side, as the class has them. */
const USUAL = 18

/** A shade as a colour or a picture. Its name is always beside it as text. */
export function Swatch({ colour, picture, size }: Pick<SwatchData, 'colour' | 'picture'> & { size: number }) {
  const sides = size === USUAL ? {} : { width: size, height: size }
  if (picture !== null) return <img src={imageUrl(picture, size * 2)} alt="" width={size} height={size} loading="lazy" className="swatch" style={sides} />
  if (colour === null) return null
  return <span aria-hidden="true" className="swatch" style={{ ...sides, background: colour }} />
}
