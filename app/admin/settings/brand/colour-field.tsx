import { isReadable, leastContrastOf, nearestReadable } from '#domain/shop/palette.ts'
import * as say from '#words/admin-brand.ts'
import { FieldFor } from '../../../ui/form/field.tsx'

/** The message for a colour that words could not be read in, with the nearest one that works; null: it is fine. */
export const colourProblem = (colour: string | null): string | null =>
  colour === null || isReadable(colour) ? null : say.unreadable(colour, (Math.floor(leastContrastOf(colour) * 10) / 10).toFixed(1), nearestReadable(colour))

type ColourFieldProps = {
  label: string
  name: string
  hint: string
  error?: string | undefined
  /** null: the default colour, which the control shows as `fallback` */
  value: string | null
  fallback: string
  onChoose: (colour: string | null) => void
}

/** A colour, the way back to the default one, and, if words in it cannot be read, the nearest colour that works. */
export function ColourField({ label, name, hint, error, value, fallback, onChoose }: ColourFieldProps) {
  return (
    <div className="grid gap-2">
      <FieldFor label={label} name={name} optional hint={hint} error={error ?? colourProblem(value)}>
        {(control) => (
          <div className="flex min-h-11 flex-wrap items-center gap-3">
            <input
              {...control}
              type="color"
              value={value ?? fallback}
              onChange={(event) => onChoose(event.target.value.toLowerCase())}
              className="h-11 w-[72px] cursor-pointer rounded-sm border border-control bg-surface p-1"
            />
            <span className="num">{value ?? say.isDefault}</span>
            {value === null ? null : (
              <button type="button" className="link text-sm" onClick={() => onChoose(null)}>
                {say.toDefault}
              </button>
            )}
          </div>
        )}
      </FieldFor>
      {value === null || isReadable(value) ? null : (
        <button type="button" className="ctl justify-self-start" onClick={() => onChoose(nearestReadable(value))}>
          <span aria-hidden="true" className="size-4 rounded-xs" style={{ background: nearestReadable(value) }} />
          {say.takeNearest(nearestReadable(value))}
        </button>
      )}
    </div>
  )
}
