import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/admin-pictures.ts'
import type { PictureChange } from '../../data/admin/products/stored-picture.ts'
import { FieldFor } from '../../ui/form/field.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
/** Bytes; the limit of the buckets. */
const MOST = 10 * 1024 * 1024

type PictureFieldProps = {
  label: ReactNode
  name: string
  optional?: boolean
  hint?: ReactNode
  error?: string | null
  current: string | null
  chosen: PictureChange
  onChoose: (change: PictureChange) => void
  /** The size of the preview, in CSS pixels. */
  width?: number
  height?: number
}

/** The current or chosen picture, an input for a replacement, and a way to remove it. The server checks the bytes again. */
export function PictureField({ label, name, optional, hint = say.hint, error, current, chosen, onChoose, width = 96, height = 96 }: PictureFieldProps) {
  const [wrong, setWrong] = useState(false)
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview])

  function choose(change: PictureChange) {
    setPreview(change instanceof File ? URL.createObjectURL(change) : null)
    onChoose(change)
  }

  return (
    <FieldFor label={label} name={name} optional={optional} hint={hint} error={wrong ? say.wrong : error}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          <span className="flex-none" style={{ width }}>
            {chosen instanceof File && preview !== null ? (
              <img src={preview} alt="" width={width} height={height} className="rounded-sm object-cover" style={{ width, height }} />
            ) : (
              <Picture src={chosen === 'keep' ? current : null} alt="" width={width} height={height} sizes={`${width}px`} className="rounded-sm" />
            )}
          </span>
          <div className="grid min-w-[200px] flex-1 justify-items-start gap-2">
            <input
              {...control}
              type="file"
              accept={TYPES.join()}
              className="w-full text-sm file:mr-3 file:cursor-pointer file:rounded-sm file:border file:border-control file:bg-surface file:px-3 file:py-2 file:font-medium file:text-plum-600 hover:file:bg-plum-50"
              onChange={(event) => {
                const file = event.target.files?.[0]
                const fits = file === undefined || (TYPES.includes(file.type) && file.size <= MOST)
                setWrong(!fits)
                choose(file && fits ? file : 'keep')
              }}
            />
            {!optional || chosen === null || (chosen === 'keep' && current === null) ? null : (
              <button type="button" className="link text-sm" onClick={() => choose(null)}>
                {say.takeAway}
              </button>
            )}
          </div>
        </div>
      )}
    </FieldFor>
  )
}
