import { useEffect, useState } from 'react'
import { fitLogo, smallLogoFile } from '#domain/shop/brand.ts'
import type { Logo } from '#domain/shop/brand.ts'
import * as say from '#words/admin-brand.ts'
import { FieldFor } from '../../../ui/form/field.tsx'

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']
/** Bytes; the server checks them again. */
const MOST = 2 * 1024 * 1024

/** `keep`: the logo stays; null: it is removed. */
export type LogoChange = 'keep' | File | null

type LogoFieldProps = {
  label: string
  name: string
  hint: string
  error?: string | undefined
  current: Logo | null
  chosen: LogoChange
  /** the background on which it is shown */
  ground: 'light' | 'dark'
  onChoose: (change: LogoChange) => void
}

/** The current or chosen logo on its background, an input for another one, and a way to remove it. */
export function LogoField({ label, name, hint, error, current, chosen, ground, onChoose }: LogoFieldProps) {
  const [wrong, setWrong] = useState(false)
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview])

  function choose(change: LogoChange) {
    setPreview(change instanceof File ? URL.createObjectURL(change) : null)
    onChoose(change)
  }

  return (
    <FieldFor label={label} name={name} optional hint={hint} error={wrong ? say.wrong : error}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          <span
            className={`grid h-[88px] w-[240px] flex-none place-items-center rounded-sm border border-line p-4 ${ground === 'dark' ? 'bg-[#37102a]' : 'bg-[#fbf6f1]'}`}
          >
            {chosen instanceof File && preview !== null ? (
              <img src={preview} alt="" className="max-h-[56px] max-w-full object-contain" />
            ) : chosen === 'keep' && current !== null ? (
              <img src={smallLogoFile(current)} alt="" {...fitLogo(current, { width: 206, height: 56 })} />
            ) : null}
          </span>
          <div className="grid min-w-[200px] flex-1 justify-items-start gap-2">
            <input
              {...control}
              // a discarded choice also leaves the input
              key={chosen instanceof File ? 'chosen' : 'none'}
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
            {chosen instanceof File ? <span className="typed text-sm text-ink-2">{chosen.name}</span> : null}
            {chosen === null || (chosen === 'keep' && current === null) ? null : (
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
