import { useState } from 'react'
import * as say from '#words/admin-family.ts'
import { uploadPicture } from '../../../data/admin/products/product-picture-files.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { readPicture } from '../edit/picture-file.ts'
import { fieldsOf } from './draft.ts'
import type { Choice, ValueDraft } from './draft.ts'
import type { FamilyFields } from './family-sections.tsx'
import { usesOf, withoutValue } from './grid.ts'

type ValueProps = { of: FamilyFields; choice: Choice; at: number; all: readonly Choice[]; option: string; onUploaded: (path: string) => void }

/** A value of an option: its name, its swatch and its place. */
export function OptionValue({ of: { draft, errors, set }, choice, at, all, option, onUploaded }: ValueProps) {
  const { id, name, colour, picture } = choice
  const named = name.trim() || say.valueName(at + 1, option)
  const error = errors[`choice ${id}`]
  const change = (some: Partial<ValueDraft>) =>
    set((now) => {
      const value = now[`choice ${id}`]
      return value ? fieldsOf({ [`choice ${id}`]: { ...value, ...some } }) : {}
    })
  const swap = (other: Choice | undefined) => {
    if (!other) return
    const { id: otherId, ...its } = other
    const { id: _, ...mine } = choice
    set(fieldsOf({ [`choice ${id}`]: { ...mine, place: its.place }, [`choice ${otherId}`]: { ...its, place: mine.place } }))
  }
  function remove() {
    const fields = withoutValue(draft, choice)
    if (fields === null) toast({ title: say.valueUsed(usesOf(draft, choice)), tone: 'error' })
    else set(fields)
  }
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <input
          name={`choice ${id}`}
          aria-label={say.valueName(at + 1, option)}
          aria-invalid={error === undefined ? undefined : true}
          className={`box w-full sm:w-[260px] ${error === undefined ? '' : 'border-cancelled'}`}
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Swatch named={named} colour={colour} picture={picture} onChange={change} onUploaded={onUploaded} />
        <span className="ml-auto flex sm:ml-0">
          <button
            type="button"
            className="ctl ctl-quiet ctl-square max-md:w-9"
            aria-label={say.moveUp(named)}
            disabled={at === 0}
            onClick={() => swap(all[at - 1])}
          >
            <Icon name="down" size={16} className="rotate-180" />
          </button>
          <button
            type="button"
            className="ctl ctl-quiet ctl-square max-md:w-9"
            aria-label={say.moveDown(named)}
            disabled={at === all.length - 1}
            onClick={() => swap(all[at + 1])}
          >
            <Icon name="down" size={16} />
          </button>
          <button type="button" className="ctl ctl-quiet ctl-square max-md:w-9" aria-label={say.removeValue(named)} onClick={remove}>
            <Icon name="close" size={16} />
          </button>
        </span>
      </div>
      {error === undefined ? null : <p className="text-sm text-cancelled">{error}</p>}
    </li>
  )
}

type SwatchProps = Pick<ValueDraft, 'colour' | 'picture'> & {
  named: string
  onChange: (some: Partial<ValueDraft>) => void
  onUploaded: (path: string) => void
}

/** The colour or the picture that stands for a shade; the inputs lie invisibly over what they show. */
function Swatch({ named, colour, picture, onChange, onUploaded }: SwatchProps) {
  const [busy, setBusy] = useState(false)
  async function take(file: File) {
    setBusy(true)
    try {
      const read = await readPicture(file)
      if (!read.ok) return void toast({ title: read.text, tone: 'error' })
      const path = await uploadPicture(read.picture, () => undefined)
      onUploaded(path)
      onChange({ picture: path, colour: '' })
    } catch {
      toast({ title: say.pictureNotSent, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const over = 'absolute inset-0 size-full cursor-pointer opacity-0'
  const chosen = colour !== '' || picture !== ''
  return (
    <span className="flex items-center gap-1">
      {picture === '' ? (
        <span
          className={`swatch-room relative size-8 flex-none rounded-full border touch:size-11 ${colour === '' ? 'border-dashed border-control' : 'border-line'}`}
          style={colour === '' ? undefined : { backgroundColor: colour }}
        >
          <input
            type="color"
            className={over}
            aria-label={say.colourOf(named)}
            title={say.colourOf(named)}
            value={colour || '#c0405a'}
            onChange={(event) => onChange({ colour: event.target.value, picture: '' })}
          />
        </span>
      ) : (
        <span className="size-8 flex-none overflow-hidden rounded-full border border-line touch:size-11">
          <Picture src={picture} alt="" width={44} height={44} sizes="44px" className="size-full object-cover" />
        </span>
      )}
      <span className="swatch-room ctl relative" aria-busy={busy || undefined}>
        {busy ? say.uploading : say.picture}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          className={over}
          aria-label={say.pictureOf(named)}
          disabled={busy}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void take(file)
          }}
        />
      </span>
      {chosen ? (
        <button
          type="button"
          className="ctl ctl-quiet ctl-square"
          aria-label={picture === '' ? say.noColour(named) : say.noPicture(named)}
          title={picture === '' ? say.noColour(named) : say.noPicture(named)}
          onClick={() => onChange({ colour: '', picture: '' })}
        >
          <Icon name="minus" size={16} />
        </button>
      ) : null}
    </span>
  )
}
