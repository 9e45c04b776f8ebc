import * as say from '#words/admin-settings.ts'
import { FormSection } from '../ui/form-page.tsx'
import { PLACES } from './delivery-draft.ts'
import { ROWS } from './fields.ts'
import { Rows, Setting, type Form } from './settings-fields.tsx'

/** The cost and duration of delivery. */
export function DeliverySection({ form }: { form: Form }) {
  return (
    <FormSection title={say.delivery} hint={say.deliveryHint}>
      <Rows form={form} rows={ROWS.delivery} />
      {PLACES.map((place) => (
        <fieldset key={place}>
          <legend className="mb-1 font-[550]">{say.places[place].name}</legend>
          {say.places[place].hint === '' ? null : <p className="mb-2 text-sm text-ink-2">{say.places[place].hint}</p>}
          <div className="grid grid-cols-2 items-start gap-4">
            <Setting form={form} name={`transit_${place}_min`} label={say.atLeast} />
            <Setting form={form} name={`transit_${place}_max`} label={say.atMost} />
          </div>
        </fieldset>
      ))}
      <Setting form={form} name="dispatch_holidays" />
    </FormSection>
  )
}
