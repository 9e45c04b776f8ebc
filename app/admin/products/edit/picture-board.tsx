import { useRef, useState } from 'react'
import * as say from '#words/admin-product-pictures.ts'
import { toastUndo } from '../../ui/undo.ts'
import { readPicture } from './picture-file.ts'
import { PictureCard } from './picture-card.tsx'
import { MOST_PICTURES, newPicture, placedPictures } from './form-pictures.ts'
import type { FormPicture, PicturesChange } from './form-pictures.ts'

type PictureBoardProps = {
  pictures: readonly FormPicture[]
  /** the uploaded share of each, 0 to 1, while the form is saved */
  progress: Readonly<Record<string, number>>
  busy: boolean
  /** chosen files are being read */
  reading: boolean
  /** runs what reads them */
  whileReading: (work: () => Promise<void>) => Promise<void>
  onChange: (change: PicturesChange) => void
  onUndo: (change: PicturesChange) => void
  onCrop: (picture: FormPicture) => void
}

/** The pictures in their order: several can be chosen or dropped at once, and each is validated first. Nothing is uploaded until the form is saved. */
export function PictureBoard({ pictures, progress, busy, reading, whileReading, onChange, onUndo, onCrop }: PictureBoardProps) {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [over, setOver] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  async function take(files: readonly File[]) {
    const [fitting, texts]: [FormPicture[], string[]] = [[], []]
    for (const file of files) {
      if (pictures.length + fitting.length >= MOST_PICTURES) {
        texts.push(say.tooMany(file.name, MOST_PICTURES))
        continue
      }
      const read = await readPicture(file).catch(() => ({ ok: false as const, text: say.broken(file.name) }))
      if (read.ok) fitting.push(newPicture(read.picture, URL.createObjectURL(read.picture), read.thumbhash))
      else texts.push(read.text)
    }
    setRefused(texts)
    if (fitting.length > 0) onChange((now) => [...now, ...fitting])
  }

  function place(key: string, at: number) {
    onChange((now) => placedPictures(now, key, at))
    setSaid(say.movedTo(at + 1, pictures.length))
  }

  function remove(picture: FormPicture, at: number) {
    onChange((now) => now.filter(({ key }) => key !== picture.key))
    toastUndo(say.removed(at + 1), () => {
      onUndo((now) => [...now.slice(0, at), picture, ...now.slice(at)])
      return Promise.resolve()
    })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only a drop; the button does it by key and finger
    <section
      aria-labelledby="pictures"
      data-over={over || undefined}
      className="grid gap-4 rounded-md border border-line p-4 data-over:border-plum-500 data-over:bg-chosen md:p-5"
      onDragOver={(event) => {
        if (dragged !== null || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (dragged !== null || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        void whileReading(() => take(files))
      }}
    >
      <div>
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="pictures">{say.heading}</h2>
          <p className="text-ink-2">{say.count(pictures.length, MOST_PICTURES)}</p>
        </div>
        <p className="mt-1 text-ink-2">{say.hint}</p>
      </div>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(164px,1fr))] gap-4 max-sm:grid-cols-2 max-sm:gap-3">
        {pictures.map((picture, at) => (
          <PictureCard
            key={picture.key}
            picture={picture}
            place={at + 1}
            count={pictures.length}
            sent={busy ? (progress[picture.key] ?? null) : null}
            dragged={dragged}
            onDrag={(dragging) => setDragged(dragging ? picture.key : null)}
            onDrop={() => dragged !== null && dragged !== picture.key && place(dragged, at)}
            onPlace={(to) => place(picture.key, to)}
            onAlt={(alt) => onChange((now) => now.map((one) => (one.key === picture.key ? { ...one, alt } : one)))}
            onCrop={() => onCrop(picture)}
            onRemove={() => remove(picture, at)}
          />
        ))}
        <li className="grid min-h-[164px] place-items-center rounded-md border border-dashed border-control p-3 text-center">
          <div className="grid justify-items-center gap-1">
            <button type="button" name="pictures" className="ctl" disabled={busy || reading} onClick={() => input.current?.click()}>
              {say.add}
            </button>
            <span className="text-ink-2 max-md:hidden">{say.orDrop}</span>
            <input
              ref={input}
              type="file"
              name="picture_files"
              aria-label={say.add}
              tabIndex={-1}
              multiple
              accept="image/jpeg,image/png,image/webp,image/avif"
              className="sr-only"
              onChange={(event) => {
                const files = [...(event.target.files ?? [])]
                // the same file may be chosen again after it was removed
                event.target.value = ''
                void whileReading(() => take(files))
              }}
            />
          </div>
        </li>
      </ol>
      <p className="text-sm text-ink-2">{say.formats}</p>
      <p role="status" className="sr-only">
        {reading ? say.reading : said}
      </p>
      {refused.length === 0 ? null : (
        <div role="alert" className="flex flex-wrap items-start gap-3 rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{say.refusedTitle(refused.length)}</p>
            <ul className="[overflow-wrap:anywhere]">
              {refused.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
          <button type="button" className="ctl" onClick={() => setRefused([])}>
            {say.dismiss}
          </button>
        </div>
      )}
    </section>
  )
}
