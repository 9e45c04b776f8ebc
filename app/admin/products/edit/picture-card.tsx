import { useState } from 'react'
import * as say from '#words/admin-product-pictures.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { DragHandle } from '../../ui/drag-handle.tsx'
import type { FormPicture } from './form-pictures.ts'

type PictureCardProps = {
  picture: FormPicture
  /** from 1 */ place: number
  count: number
  /** 0 to 1 during the upload; otherwise null */ sent: number | null
  dragged: string | null
  onDrag: (dragging: boolean) => void
  onDrop: () => void
  /** from 0 */ onPlace: (to: number) => void
  onAlt: (alt: string) => void
  onCrop: () => void
  onRemove: () => void
}

const SIDE = 320

/** One picture; the arrows do the same as dragging. */
export function PictureCard({ picture, place, count, sent, dragged, onDrag, onDrop, onPlace, onAlt, onCrop, onRemove }: PictureCardProps) {
  const [over, setOver] = useState(false)
  const alt = picture.alt || say.picture(place)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a drop; the arrows do it by key and finger
    <li
      aria-label={say.picture(place)}
      data-over={over || undefined}
      className="grid content-start gap-2 rounded-md border border-line p-2 data-over:border-plum-500 data-over:bg-chosen"
      onDragOver={(event) => {
        if (dragged === null || dragged === picture.key) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (dragged === null) return
        event.preventDefault()
        onDrop()
      }}
    >
      {/* the picture is a drag handle too, because people reach for it first */}
      <div
        draggable
        className="relative cursor-grab overflow-hidden rounded-sm"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          onDrag(true)
        }}
        onDragEnd={() => onDrag(false)}
      >
        {picture.preview === null ? (
          <Picture src={picture.path ?? picture.copyOf} alt={alt} width={SIDE} height={SIDE} sizes="180px" />
        ) : (
          <img src={picture.preview} alt={alt} width={SIDE} height={SIDE} className="block aspect-square h-auto w-full bg-sunken object-cover" />
        )}
        {place === 1 ? <span className="absolute bottom-2 left-2 rounded-sm bg-plum-900 px-2 py-[2px] text-sm font-medium text-white">{say.cover}</span> : null}
        {picture.failed ? (
          <span className="absolute top-2 left-2 rounded-sm bg-cancelled-tint px-2 py-[2px] text-sm font-medium text-cancelled">{say.notSent}</span>
        ) : null}
        {sent === null ? null : (
          <span className="absolute inset-x-0 bottom-0 bg-surface p-2">
            <progress value={sent} max={1} aria-label={say.sending(place)} className="block h-[6px] w-full accent-[var(--accent)]" />
          </span>
        )}
      </div>
      <div className="flex items-center">
        <DragHandle title={say.drag(place)} onDrag={onDrag} />
        <Arrow label={say.earlier(place)} turn="rotate-90" end={place === 1} onPress={() => onPlace(place - 2)} />
        <Arrow label={say.later(place)} turn="-rotate-90" end={place === count} onPress={() => onPlace(place)} />
      </div>
      <label className="grid gap-1 text-sm text-ink-2">
        <span aria-hidden="true">{say.altShort}</span>
        <input
          className="box w-full"
          aria-label={say.alt(place)}
          name={`alt_${place}`}
          maxLength={300}
          autoComplete="off"
          placeholder={say.altPlaceholder}
          value={picture.alt}
          onChange={(event) => onAlt(event.target.value)}
        />
      </label>
      <div className="flex flex-wrap gap-1">
        <button type="button" className="ctl ctl-quiet flex-1 px-2" aria-label={say.cropOf(place)} onClick={onCrop}>
          {say.crop}
        </button>
        <button type="button" className="ctl ctl-quiet flex-1 px-2" aria-label={say.removeOf(place)} onClick={onRemove}>
          {say.remove}
        </button>
      </div>
    </li>
  )
}

/** Not disabled at the end, because that would lose the focus. */
function Arrow({ label, turn, end, onPress }: { label: string; turn: string; end: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={end || undefined}
      onClick={() => (end ? undefined : onPress())}
      className="ctl ctl-quiet ctl-square flex-1 aria-disabled:opacity-40"
    >
      <Icon name="down" size={18} className={turn} />
    </button>
  )
}
