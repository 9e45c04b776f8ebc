import { Suspense, ViewTransition, lazy, useState } from 'react'
import * as say from '#words/product.tsx'
import { Drawing } from '../../ui/pictures/icon.tsx'
import { MissingPicture, Picture } from '../../ui/pictures/picture.tsx'
import { pictureOf } from '../../ui/pictures/picture-transition.ts'
import type { ProductPicture } from './product-text.ts'

const loadZoom = () => import('./zoom-dialog.tsx')
const ZoomDialog = lazy(loadZoom)

/** The width from which the others are tiles, large enough to be looked at: a press opens one in full screen (product.css). */
const TILES = '(min-width: 1024px)'

/** The large picture, the others below it, and any of them in full screen. */
export function Gallery({ id, name, pictures }: { id: string; name: string; pictures: ProductPicture[] }) {
  const [place, setPlace] = useState(0)
  const [zoomed, setZoomed] = useState<number | null>(null)
  const shown = pictures[place] ?? pictures[0]
  if (!shown) {
    return (
      <div className="gal">
        <div className="gal-main">
          <MissingPicture alt={name} width={640} height={640} />
        </div>
      </div>
    )
  }
  // The close-up of a single picture is the same picture, so the full-screen view has only one.
  const whole = pictures.filter((picture) => !picture.closeUp)
  const warm = () => void loadZoom().catch(() => undefined) // the click tries again
  return (
    <div className="gal">
      <div className="gal-main">
        <ViewTransition {...pictureOf(id)}>
          <div data-close-up={shown.closeUp || undefined} className="gal-picture">
            <Picture
              key={place}
              src={shown.src}
              alt={shown.alt}
              thumbhash={shown.thumbhash}
              width={640}
              height={640}
              sizes="(min-width: 1280px) 590px, (min-width: 1024px) 46vw, (min-width: 768px) 40vw, 100vw"
              eager
            />
          </div>
        </ViewTransition>
        <button type="button" aria-label={say.zoomPicture} onClick={() => setZoomed(place)} onPointerEnter={warm} onFocus={warm} className="gal-open scripted">
          <span className="gal-zoom">
            <Drawing>
              <circle cx="10.5" cy="10.5" r="6.5" />
              <path d="m15.5 15.5 5 5M10.5 7.8v5.4M7.8 10.5h5.4" />
            </Drawing>
          </span>
        </button>
      </div>
      {pictures.length > 1 ? (
        <ul className="gal-others" aria-label={say.pictures}>
          {pictures.map((picture, index) => (
            <li key={`${picture.src}-${index}`} className="flex-none">
              <button
                type="button"
                aria-label={say.pictureNumber(index + 1, pictures.length, picture.alt)}
                aria-current={index === place || undefined}
                onClick={() => (matchMedia(TILES).matches ? setZoomed(index) : setPlace(index))}
                className="gal-thumb"
              >
                <span data-close-up={picture.closeUp || undefined} className="gal-picture">
                  <Picture src={picture.src} alt="" thumbhash={picture.thumbhash} width={320} height={320} sizes={`${TILES} 200px, 92px`} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {zoomed === null ? null : (
        <Suspense fallback={null}>
          <ZoomDialog
            name={name}
            picture={pictures[zoomed] ?? shown}
            place={zoomed}
            count={whole.length}
            onStep={(by) => setZoomed((zoomed + by + pictures.length) % pictures.length)}
            onClose={() => setZoomed(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
