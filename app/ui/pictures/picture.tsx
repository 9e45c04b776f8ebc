import { useEffect, useRef, useState } from 'react'
import * as say from '#words/ui.ts'
import { imageSrcSet, imageUrl } from './image-url.ts'
import { loadWithFirstAction } from '../first-action.ts'

type Draw = (hash: string | null) => string | null

let blurredVersion: Draw | null = null
/** In a page's HTML the server has drawn the blurred versions (app/entry.server.tsx); the browser draws those of later pages. */
export function drawBlurredWith(draw: Draw): void {
  blurredVersion = draw
}
loadWithFirstAction(async () => drawBlurredWith((await import('./thumbhash-picture.ts')).thumbhashPicture))

type PictureProps = {
  /** `bucket/path`, an address, or null if there is no picture yet. */
  src: string | null
  alt: string
  /** The largest size in CSS pixels; the space is reserved before the picture loads. */
  width: number
  height: number
  /** As in the `sizes` attribute. */
  sizes: string
  thumbhash?: string | null
  /** For pictures on the first screen: loaded at once, with priority. */
  eager?: boolean
  className?: string
}

/** A view transition waits for pictures, on a slow line for more than a second, unless someone listens to them. */
const shownWhileItLoads = () => undefined

/** One picture: candidates of suitable sizes, reserved space, a blurred version while loading, and the cusped window if it is missing. */
export function Picture({ src, alt, width, height, sizes, thumbhash = null, eager = false, className = '' }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)

  // An error before hydration fires no handler.
  useEffect(() => {
    const element = image.current
    if (element?.complete && element.naturalWidth === 0) setBroken(src)
  }, [src])

  if (src === null || src === '' || broken === src) return <MissingPicture alt={alt} width={width} height={height} className={className} />
  const blurred = blurredVersion?.(thumbhash) ?? null
  return (
    <img
      ref={image}
      src={imageUrl(src, Math.min(640, width * 2))}
      // Where it is shown smaller, on a phone, a pixel of CSS is two of the screen or more.
      srcSet={imageSrcSet(src, width * 2, width)}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'sync' : 'async'}
      onError={() => setBroken(src)}
      onLoad={shownWhileItLoads}
      suppressHydrationWarning
      style={{ background: blurred === null ? 'var(--sunken)' : `center/100% 100% url(${blurred})`, aspectRatio: `${width}/${height}` }}
      className={`block h-auto w-full object-cover ${className}`}
    />
  )
}

/** Below this width in pixels, the window is empty. */
const SMALL = 120

/** The placeholder for a missing picture: a cusped window with a bindi, in the shop's tints. */
export function MissingPicture({ alt, width, height, className = '' }: Pick<PictureProps, 'alt' | 'width' | 'height' | 'className'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no file to put into an <img>
    <span
      role="img"
      aria-label={alt === '' ? say.noPictureYet : say.noPictureOf(alt)}
      className={`grid w-full place-items-center bg-sunken ${className}`}
      style={{ aspectRatio: `${width}/${height}` }}
    >
      <span className="jharokha grid w-[38%] place-items-center bg-plum-100 pt-[14%]">
        {width < SMALL ? null : <span aria-hidden="true" className="size-[14%] rounded-full bg-rose-600" />}
      </span>
    </span>
  )
}
