import { useEffect, useRef, useState } from 'react'
import * as say from '#words/trade-cart.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { namesOn, readsCodes, readsNames, watchForCode } from './detectors.ts'

/** The camera in a dialog, until it reads a code or a name on the label is chosen. The camera is off as soon as the dialog closes. */
export default function Scanner({ onRead, onClose }: { onRead: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [blocked, setBlocked] = useState(false)
  const [names, setNames] = useState<readonly string[] | null>(null)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })

  useEffect(() => {
    const stop = new AbortController()
    void watchForCode(video.current, stop.signal).then(
      (code) => code !== null && read.current(code),
      () => setBlocked(true),
    )
    return () => stop.abort()
  }, [])

  const readNames = async () => {
    const found = video.current ? await namesOn(video.current) : []
    const [only] = found
    if (found.length === 1 && only !== undefined) onRead(only)
    else setNames(found)
  }

  return (
    <Dialog
      open
      title={say.scanTitle}
      onClose={onClose}
      actions={
        <>
          {readsNames() && !blocked ? (
            <Button variant="primary" onClick={() => void readNames()}>
              {say.scanReadName}
            </Button>
          ) : null}
          <Button onClick={onClose}>{say.closeScanner}</Button>
        </>
      }
    >
      {blocked ? <p role="alert">{say.scanNoCamera}</p> : <p>{readsCodes() ? say.scanText : say.scanNameText}</p>}
      <div role="status">{names?.length === 0 ? <p className="mt-2 font-[550]">{say.scanNoName}</p> : null}</div>
      {names && names.length > 0 ? (
        <ul aria-label={say.scanNames} className="mt-2 grid gap-2">
          {names.map((name) => (
            <li key={name}>
              <Button wide onClick={() => onRead(name)}>
                <bdi>{name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <video ref={video} muted playsInline hidden={blocked} className="mt-3 aspect-square w-full rounded-md bg-sunken object-cover" />
    </Dialog>
  )
}
