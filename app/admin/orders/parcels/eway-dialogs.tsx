import { ewayJson, ewayProblems, readTransport } from '#domain/ewaybill/eway-json.ts'
import type { EwayDue } from '#domain/ewaybill/limits.ts'
import * as say from '#words/admin-eway.ts'
import type { Parcel } from '../../../data/admin/orders/order.ts'
import { setEwayBill } from '../../../data/admin/orders/shipments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { finish } from './parcel-forms.ts'

/** The file for the portal, with how the goods travel. */
export function EwayFileDialog({ due: { facts }, onClose }: { due: EwayDue; onClose: () => void }) {
  const form = useSubmit(() => say.failed)
  const problems = ewayProblems(facts)
  const submit = form.onSubmit((data) => {
    const text = (name: string) => fieldText(data, name)
    const { transport, errors } = readTransport({
      transporterId: text('transporterId'),
      transporterName: text('transporterName'),
      vehicle: text('vehicle'),
      distance: text('distance'),
    })
    const wrong = Object.entries(errors).map(([field, error]) => [field, say.errors[error]] as const)
    if (wrong.length > 0) return { errors: Object.fromEntries(wrong) }
    return async () => {
      const name = `ewaybill_${facts.serial.replaceAll('/', '-')}.json`
      saveFile(new Blob([JSON.stringify(ewayJson(facts, transport))], { type: 'application/json' }), name)
      toast({ title: say.downloaded(name), tone: 'success' })
      onClose()
    }
  })
  return (
    <Dialog open title={say.fileTitle(facts.serial)} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onSubmit={submit} onChange={form.onChange}>
        <p>{say.fileText}</p>
        {problems.length === 0 ? null : (
          <div className="rounded-md bg-pending-tint px-3 py-2 text-pending">
            <p className="font-semibold">{say.refused}</p>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{say.problems[problem]}</li>
              ))}
            </ul>
          </div>
        )}
        <FormAlert message={form.message} attempt={form.attempt} />
        <Field
          label={say.transporterId}
          name="transporterId"
          hint={say.transporterIdHint}
          autoComplete="off"
          maxLength={20}
          error={form.errors['transporterId']}
          optional
        />
        <Field label={say.transporterName} name="transporterName" autoComplete="off" maxLength={100} optional />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={say.vehicle} name="vehicle" autoComplete="off" maxLength={20} error={form.errors['vehicle']} optional />
          <Field
            label={say.distance}
            name="distance"
            hint={say.distanceHint}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            error={form.errors['distance']}
            optional
          />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{say.notNow}</Button>
          <Button type="submit" variant="primary">
            {say.download}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The number that the portal gave for a parcel. */
export function EwayNumberDialog({ parcel, onClose, onChanged }: { parcel: Parcel; onClose: () => void; onChanged: () => void }) {
  const form = useSubmit((error) => serverMessage(error, say.failed))
  const submit = form.onSubmit((data) => {
    const number = fieldText(data, 'eway_bill').replace(/[\s-]/g, '')
    if (number !== '' && !/^\d{12}$/.test(number)) return { errors: { eway_bill: say.wrongNumber } }
    return async () => finish(await setEwayBill(parcel, number, number === '' ? '' : fieldText(data, 'until')), say.saved, { onChanged, onClose })
  })
  return (
    <Dialog open busy={form.busy} title={say.numberTitle(parcel.number)} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onSubmit={submit} onChange={form.onChange}>
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={say.number}
            name="eway_bill"
            hint={say.numberHint}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            defaultValue={parcel.eway_bill ?? ''}
            error={form.errors['eway_bill']}
          />
          <Field label={say.until} name="until" type="date" defaultValue={parcel.eway_bill_until ?? ''} optional />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.notNow}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
