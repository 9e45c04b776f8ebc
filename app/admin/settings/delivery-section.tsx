import * as say from '#words/admin-settings.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { FormSection } from '../ui/form-page.tsx'
import { PLACES } from './delivery-draft.ts'
import { Text, type Form } from './settings-fields.tsx'

const two = 'grid gap-4 md:grid-cols-2'

/** The cost and duration of delivery. */
export function DeliverySection({ form }: { form: Form }) {
  return (
    <FormSection title={say.delivery} hint={say.deliveryHint}>
      <div className={two}>
        <Text form={form} name="free_delivery_from" inputMode="decimal" maxLength={13} />
        <Text form={form} name="delivery_charge" inputMode="decimal" maxLength={13} />
      </div>
      <Text form={form} name="dispatch_days" inputMode="numeric" maxLength={2} hint={say.dispatchHint} />
      {PLACES.map((place) => (
        <fieldset key={place}>
          <legend className="mb-1 font-[550]">{say.places[place].name}</legend>
          {say.places[place].hint === '' ? null : <p className="mb-2 text-sm text-ink-2">{say.places[place].hint}</p>}
          <div className="grid grid-cols-2 items-start gap-4">
            <Text form={form} name={`transit_${place}_min`} inputMode="numeric" maxLength={2} label={say.atLeast} />
            <Text form={form} name={`transit_${place}_max`} inputMode="numeric" maxLength={2} label={say.atMost} />
          </div>
        </fieldset>
      ))}
      <TextAreaField
        label={say.labels.dispatch_holidays}
        name="dispatch_holidays"
        rows={3}
        maxLength={1000}
        hint={say.holidaysHint}
        value={String(form.draft['dispatch_holidays'] ?? '')}
        error={form.errors['dispatch_holidays']}
        onChange={(event) => form.set('dispatch_holidays', event.target.value)}
      />
    </FormSection>
  )
}
