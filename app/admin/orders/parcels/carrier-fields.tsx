import { useId, useState } from 'react'
import { COURIERS } from '#domain/delivery/couriers.ts'
import * as say from '#words/admin-parcels.ts'
import { Field } from '../../../ui/form/field.tsx'

/** Courier and tracking number, or that the shop brings it itself. */
export function CarrierFields({ courier, tracking, own: begins = false }: { courier: string; tracking: string; own?: boolean }) {
  const [own, setOwn] = useState(begins)
  const couriers = useId()
  return (
    <>
      {own ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={say.courier} name="courier" autoComplete="off" maxLength={80} list={couriers} defaultValue={courier} />
          <datalist id={couriers}>
            {COURIERS.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
          <Field label={say.tracking} name="tracking_number" autoComplete="off" maxLength={80} defaultValue={tracking} />
        </div>
      )}
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input type="checkbox" name="own" className="tick mt-[3px]" checked={own} onChange={(event) => setOwn(event.target.checked)} />
        <span>
          {say.own}
          <span className="block text-sm text-ink-2">{say.ownHint}</span>
        </span>
      </label>
    </>
  )
}
