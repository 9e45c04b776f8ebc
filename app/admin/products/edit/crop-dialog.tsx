import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import * as say from '#words/admin-product-pictures.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Choice } from '../../discounts/edit/choice.tsx'
import { moveBox, resizeBox, squared, wholeBox } from './crop-box.ts'
import type { Box, Corner } from './crop-box.ts'
import { croppedPicture } from './picture-file.ts'

type CropDialogProps = {
  /** the picture, or its address */
  source: Blob | string
  onCropped: (cropped: { picture: Blob; thumbhash: string }) => void
  onClose: () => void
}
type Loaded = { bitmap: ImageBitmap; address: string; type: string }

const CORNERS: readonly { corner: Corner; at: string }[] = [
  { corner: 'nw', at: 'top-0 left-0 place-items-start cursor-nwse-resize' },
  { corner: 'ne', at: 'top-0 right-0 place-items-start justify-items-end cursor-nesw-resize' },
  { corner: 'sw', at: 'bottom-0 left-0 items-end justify-items-start cursor-nesw-resize' },
  { corner: 'se', at: 'right-0 bottom-0 place-items-end cursor-nwse-resize' },
]
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
/** One press of an arrow key moves the box by the picture's longer side divided by this. */
const STEPS = 50

/** Crops a picture, freely or to a square. The box is one control: arrow keys move it, with Shift they resize it; a pointer drags the box or its corners. */
export function CropDialog({ source, onCropped, onClose }: CropDialogProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [square, setSquare] = useState(false)
  const [box, setBox] = useState<Box>({ x: 0, y: 0, width: 1, height: 1 })
  const stage = useRef<HTMLDivElement>(null)
  const pulled = useRef<{ corner: Corner | null; x: number; y: number; from: Box } | null>(null)

  useEffect(() => {
    let current: Loaded | null = null
    let left = false
    const load = async () => {
      const blob = typeof source === 'string' ? await (await fetch(source)).blob() : source
      const bitmap = await createImageBitmap(blob)
      if (left) return bitmap.close()
      current = { bitmap, address: URL.createObjectURL(blob), type: blob.type }
      setBox(wholeBox(bitmap, false))
      setLoaded(current)
    }
    load().catch(() => setFailed(true))
    return () => {
      left = true
      if (!current) return
      current.bitmap.close()
      URL.revokeObjectURL(current.address)
    }
  }, [source])

  function press(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (!arrow || !loaded) return
    event.preventDefault()
    const step = Math.max(1, Math.round(Math.max(loaded.bitmap.width, loaded.bitmap.height) / STEPS))
    const [dx, dy] = [arrow[0] * step, arrow[1] * step]
    setBox(event.shiftKey ? resizeBox(box, 'se', dx, dy, loaded.bitmap, square) : moveBox(box, dx, dy, loaded.bitmap))
  }

  function pull(event: PointerEvent) {
    const { current } = pulled
    if (!current || !loaded || !stage.current) return
    const scale = loaded.bitmap.width / stage.current.clientWidth
    const [dx, dy] = [(event.clientX - current.x) * scale, (event.clientY - current.y) * scale]
    setBox(current.corner === null ? moveBox(current.from, dx, dy, loaded.bitmap) : resizeBox(current.from, current.corner, dx, dy, loaded.bitmap, square))
  }

  const grab = (event: PointerEvent, corner: Corner | null) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    pulled.current = { corner, x: event.clientX, y: event.clientY, from: box }
  }
  const drop = () => {
    pulled.current = null
  }

  async function done() {
    if (!loaded) return
    setBusy(true)
    try {
      onCropped(await croppedPicture(loaded.bitmap, box, loaded.type))
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }

  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <Dialog
      open
      busy={busy}
      title={say.cropTitle}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="ctl" onClick={onClose}>
            {say.cropCancel}
          </button>
          <button type="button" className="ctl ctl-main" disabled={!loaded || busy} onClick={() => void done()}>
            {say.cropDone}
          </button>
        </>
      }
    >
      {failed ? <p role="alert">{say.cropFailed}</p> : null}
      {!loaded && !failed ? <p>{say.cropLoading}</p> : null}
      {loaded ? (
        <div className="grid gap-4 text-ink">
          <div ref={stage} className="relative mx-auto max-w-full touch-none overflow-hidden select-none">
            <img src={loaded.address} alt="" draggable={false} className="block max-h-[46vh] w-auto max-w-full" />
            <button
              type="button"
              aria-label={say.cropArea}
              aria-describedby="crop-size"
              className="absolute cursor-move border-2 border-white shadow-[0_0_0_9999px_rgb(20_8_15/.6)] outline-offset-[-6px]"
              style={{
                left: percent(box.x, loaded.bitmap.width),
                top: percent(box.y, loaded.bitmap.height),
                width: percent(box.width, loaded.bitmap.width),
                height: percent(box.height, loaded.bitmap.height),
              }}
              onKeyDown={press}
              onPointerDown={(event) => grab(event, null)}
              onPointerMove={pull}
              onPointerUp={drop}
              onPointerCancel={drop}
            >
              {CORNERS.map(({ corner, at }) => (
                <span
                  key={corner}
                  aria-hidden="true"
                  className={`absolute grid size-7 p-1 ${at}`}
                  onPointerDown={(event) => grab(event, corner)}
                  onPointerMove={pull}
                  onPointerUp={drop}
                  onPointerCancel={drop}
                >
                  <span className="size-3 rounded-full border-2 border-white bg-accent" />
                </span>
              ))}
            </button>
          </div>
          <p id="crop-size" role="status" className="text-center text-ink-2">
            {say.cropSize(box.width, box.height)}
          </p>
          <Choice
            legend={say.shape}
            name="shape"
            value={square ? 'square' : 'free'}
            options={say.shapes}
            onChoose={(shape) => {
              setSquare(shape === 'square')
              if (shape === 'square') setBox(squared(box))
            }}
          />
        </div>
      ) : null}
    </Dialog>
  )
}
