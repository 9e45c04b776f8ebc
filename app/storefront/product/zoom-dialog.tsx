import { useEffect, useRef, useState } from 'react'
import * as say from '#words/product-zoom.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { imageSrcSet, imageUrl } from '../../ui/pictures/image-url.ts'
import type { ProductPicture } from './product-text.ts'
import { MissingPicture } from '../../ui/pictures/picture.tsx'
import { useZoom } from './use-zoom.ts'
import { MOST, STEP } from './zoom.ts'

type ZoomDialogProps = { name: string; picture: ProductPicture; place: number; count: number; onStep: (by: 1 | -1) => void; onClose: () => void }

/** A full-screen view of a picture. Its code loads with the first click (gallery.tsx). */
export default function ZoomDialog({ name, picture, place, count, onStep, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const several = count > 1
  const [broken, setBroken] = useState<string | null>(null)
  const { zoom, touching, stage, step, zoomBy, onKeyDown, handlers } = useZoom(several ? onStep : null)

  useEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of a picture viewer; each has its button
    <dialog ref={dialog} aria-label={say.enlarged(name)} className="zoom" onClose={onClose} onKeyDown={onKeyDown}>
      <div ref={stage} className="zoom-stage" data-zoomed={zoom.scale > 1 || undefined} {...handlers}>
        {broken === picture.src ? (
          <MissingPicture alt={picture.alt} width={640} height={640} />
        ) : (
          <img
            key={picture.src}
            src={imageUrl(picture.src, 1280)}
            srcSet={imageSrcSet(picture.src, 1920)}
            sizes={`min(${Math.ceil(zoom.scale)}00vw, ${Math.ceil(zoom.scale)}00vh)`}
            alt={picture.alt}
            width={1280}
            height={1280}
            draggable={false}
            onError={() => setBroken(picture.src)}
            data-touching={touching || undefined}
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {zoom.scale > 1 ? say.enlargedTimes(zoom.scale.toFixed(1)) : several ? say.pictureOf(place + 1, count) : ''}
      </p>
      <button type="button" aria-label={say.close} onClick={() => dialog.current?.close()} className="gal-zoom zoom-close">
        <Icon name="close" />
      </button>
      <div className="zoom-tools">
        {several ? (
          <button type="button" aria-label={say.previousPicture} onClick={() => step(-1)} className="gal-zoom">
            <Icon name="back" />
          </button>
        ) : null}
        <button type="button" aria-label={say.zoomOut} disabled={zoom.scale === 1} onClick={() => zoomBy(1 / STEP)} className="gal-zoom">
          <Icon name="minus" />
        </button>
        <button type="button" aria-label={say.zoomIn} disabled={zoom.scale === MOST} onClick={() => zoomBy(STEP)} className="gal-zoom">
          <Icon name="plus" />
        </button>
        {several ? (
          <button type="button" aria-label={say.nextPicture} onClick={() => step(1)} className="gal-zoom">
            <Icon name="forward" />
          </button>
        ) : null}
      </div>
    </dialog>
  )
}
