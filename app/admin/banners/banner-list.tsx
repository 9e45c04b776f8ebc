import { useState } from 'react'
import { bannerState, type BannerState } from '#domain/shop/banner.ts'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-banners.ts'
import type { AdminBanner } from '../../data/admin/settings/banners.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { DragHandle } from '../ui/drag-handle.tsx'
import { nameOf } from './name-of.ts'

type BannerListProps = {
  banners: AdminBanner[]
  onArrange: (banner: AdminBanner, ids: string[]) => void
  onEdit: (banner: AdminBanner) => void
  onDelete: (banner: AdminBanner) => void
  onSwitch: (banner: AdminBanner) => void
}

const tones: Record<BannerState, string> = {
  live: 'bg-delivered-tint text-delivered',
  waiting: 'bg-processing-tint text-processing',
  over: 'bg-sunken text-ink-2',
  off: 'bg-sunken text-ink-2',
}

/** The slides in their order. The arrows do the same as dragging. */
export function BannerList({ banners, onArrange, onEdit, onDelete, onSwitch }: BannerListProps) {
  const [dragged, setDragged] = useState<AdminBanner | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const ids = banners.map(({ id }) => id)

  /** All ids, with one of them moved to another place. */
  function placed(banner: AdminBanner, at: number): string[] {
    const others = ids.filter((id) => id !== banner.id)
    return [...others.slice(0, at), banner.id, ...others.slice(at)]
  }

  return (
    <ol className="grid gap-3">
      {banners.map((banner, place) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a drop; the arrows do it by key and finger
        <li
          key={banner.id}
          data-over={over === banner.id || undefined}
          className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface p-3 data-over:border-plum-500 md:p-4 lg:flex-nowrap"
          onDragOver={(event) => {
            if (!dragged || dragged.id === banner.id) return
            event.preventDefault()
            setOver(banner.id)
          }}
          onDragLeave={() => setOver(null)}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged && dragged.id !== banner.id) onArrange(dragged, placed(dragged, place))
            setDragged(null)
            setOver(null)
          }}
        >
          <DragHandle title={say.drag(nameOf(banner))} onDrag={(dragging) => setDragged(dragging ? banner : null)} />
          <span className="w-full flex-none md:w-[220px]">
            <Picture src={banner.image_url} alt="" width={440} height={207} sizes="(min-width: 768px) 220px, 100vw" className="rounded-sm" />
          </span>
          <div className="min-w-0 flex-1 basis-[200px]">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b className="text-ink">{nameOf(banner)}</b>
              <State banner={banner} />
            </p>
            {banner.description ? <p className="mt-1 line-clamp-2 text-ink-2">{banner.description}</p> : null}
            <p className="mt-1 text-sm text-ink-2">
              <span className="num">{say.place(place + 1, banners.length)}</span> · {daysOf(banner)}
              {banner.link ? ` · ${banner.link}` : ''}
            </p>
          </div>
          <div className="ml-auto flex flex-none flex-wrap items-center gap-1 max-md:-mx-2 max-md:w-[calc(100%+16px)] max-md:justify-between max-md:gap-0">
            <Arrow label={say.moveUp(nameOf(banner))} up disabled={place === 0} onClick={() => onArrange(banner, placed(banner, place - 1))} />
            <Arrow label={say.moveDown(nameOf(banner))} disabled={place === banners.length - 1} onClick={() => onArrange(banner, placed(banner, place + 1))} />
            <button
              type="button"
              className="ctl ctl-quiet"
              aria-label={banner.is_active ? say.switchOff(nameOf(banner)) : say.switchOn(nameOf(banner))}
              onClick={() => onSwitch(banner)}
            >
              {banner.is_active ? say.offShort : say.onShort}
            </button>
            <button type="button" className="ctl ctl-quiet" aria-label={say.edit(nameOf(banner))} onClick={() => onEdit(banner)}>
              {say.editShort}
            </button>
            <button type="button" className="ctl ctl-quiet" aria-label={say.remove(nameOf(banner))} onClick={() => onDelete(banner)}>
              {say.removeShort}
            </button>
          </div>
        </li>
      ))}
    </ol>
  )
}

function State({ banner }: { banner: AdminBanner }) {
  const [now] = useState(() => new Date())
  const state = bannerState(banner, now)
  return <span className={`rounded-full px-[10px] py-[2px] text-sm font-medium ${tones[state]}`}>{say.states[state]}</span>
}

function daysOf({ starts_at, ends_at }: AdminBanner): string {
  const parts = [starts_at === null ? '' : say.from(formatDate(starts_at)), ends_at === null ? '' : say.until(formatDate(ends_at))].filter(Boolean)
  return parts.length === 0 ? say.always : parts.join(' ')
}

function Arrow({ label, up = false, disabled, onClick }: { label: string; up?: boolean; disabled: boolean; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} disabled={disabled} onClick={onClick} className="ctl ctl-quiet ctl-square">
      <Icon name="down" size={18} className={up ? 'rotate-180' : ''} />
    </button>
  )
}
