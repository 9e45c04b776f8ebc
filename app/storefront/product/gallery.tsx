import { useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { imageSrcSet, imageUrl } from '../../ui/image-url.ts'
import { MissingPicture, Picture } from '../../ui/picture.tsx'
import type { ProductPicture } from './product-text.ts'

/** The large picture, the others below it, and any of them over the whole screen. */
export function Gallery({ name, pictures }: { name: string; pictures: ProductPicture[] }) {
  const [place, setPlace] = useState(0)
  const zoom = useRef<HTMLDialogElement>(null)
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
  const step = (by: number) => setPlace((place + by + pictures.length) % pictures.length)
  return (
    <div className="gal">
      <div className="gal-main">
        <div data-close-up={shown.closeUp || undefined} className="gal-picture">
          <Picture
            key={place}
            src={shown.src}
            alt={shown.alt}
            thumbhash={shown.thumbhash}
            width={640}
            height={640}
            sizes="(min-width: 1280px) 590px, (min-width: 1024px) 46vw, 100vw"
            eager
          />
        </div>
        <button type="button" aria-label="Zoom picture" onClick={() => zoom.current?.showModal()} className="gal-zoom">
          <Icon name="zoom" />
        </button>
      </div>
      {pictures.length > 1 ? (
        <ul className="flex gap-3 overflow-x-auto p-[2px]" aria-label="Pictures">
          {pictures.map((picture, index) => (
            <li key={`${picture.src}-${index}`} className="flex-none">
              <button
                type="button"
                aria-label={`Picture ${index + 1}`}
                aria-current={index === place || undefined}
                onClick={() => setPlace(index)}
                className="gal-thumb"
              >
                <span data-close-up={picture.closeUp || undefined} className="gal-picture">
                  <Picture src={picture.src} alt="" thumbhash={picture.thumbhash} width={92} height={92} sizes="92px" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape and the button are the keys */}
      <dialog
        ref={zoom}
        aria-label={`${name}, enlarged`}
        className="zoom"
        onClick={(event) => event.target instanceof HTMLElement && event.target.closest('button, img') === null && zoom.current?.close()}
      >
        <img
          src={imageUrl(shown.src, 1280, 82)}
          srcSet={imageSrcSet(shown.src, 1920)}
          sizes="min(100vw, 100vh)"
          alt={shown.alt}
          width={1280}
          height={1280}
          loading="lazy"
        />
        <button type="button" aria-label="Close" onClick={() => zoom.current?.close()} className="gal-zoom zoom-close">
          <Icon name="close" />
        </button>
        {pictures.filter((picture) => !picture.closeUp).length > 1 ? (
          <>
            <button type="button" aria-label="Previous picture" onClick={() => step(-1)} className="gal-zoom zoom-prev">
              <Icon name="back" />
            </button>
            <button type="button" aria-label="Next picture" onClick={() => step(1)} className="gal-zoom zoom-next">
              <Icon name="forward" />
            </button>
          </>
        ) : null}
      </dialog>
    </div>
  )
}
