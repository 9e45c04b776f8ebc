import { useRef, useState } from 'react'
import { MOST_PHOTOS } from '#domain/orders/returns.ts'
import * as say from '#words/returns.ts'
import { addPhoto } from '../../../data/orders/returns.ts'
import { photosChanged } from '../../../data/orders/use-photos.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

/** Sends photos one after the other, so that one which fails loses no other. @returns the sentence of the first that failed */
export async function sendPhotos(returnId: string, files: readonly File[]): Promise<string | null> {
  let failed: string | null = null
  for (const file of files) {
    const problem = await addPhoto(returnId, file)
    failed ??= problem
  }
  if (files.length > 0) await photosChanged(returnId)
  return failed
}

/** @param there how many photos the return has; null: not known yet */
export function AddPhotos({ returnId, there }: { returnId: string; there: number | null }) {
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (there === null || there >= MOST_PHOTOS) return null

  async function add(files: readonly File[]) {
    if (files.length === 0) return
    setBusy(true)
    const failed = files.length + (there ?? 0) > MOST_PHOTOS ? say.tooManyPhotos : await sendPhotos(returnId, files)
    setBusy(false)
    toast(failed === null ? { title: say.photoAdded, tone: 'success' } : { title: failed, tone: 'error' })
  }

  return (
    <>
      <Button size="card" busy={busy} busyText={say.sending} onClick={() => input.current?.click()}>
        {say.addPhotos}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PHOTO_TYPES}
        aria-label={say.photos}
        onChange={(event) => {
          void add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
