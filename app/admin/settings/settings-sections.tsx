import * as say from '#words/admin-settings.ts'
import type { SettingsRow } from '../../data/admin/settings/settings.ts'
import { useMay } from '../access.ts'
import { FormSection } from '../ui/form-page.tsx'
import { NETWORKS } from './draft.ts'
import { ROWS } from './fields.ts'
import { Rows, Text, type Form } from './settings-fields.tsx'

export function ShopSection({ form }: { form: Form }) {
  const owner = useMay()('owner.settings')
  return (
    <FormSection title={say.shop} hint={owner ? say.shopHint : say.shopOwnersHint}>
      <Rows form={form} rows={ROWS.shop} />
    </FormSection>
  )
}

export function ContactSections({ form, row }: { form: Form; row: SettingsRow }) {
  return (
    <>
      <FormSection title={say.hours} hint={say.hoursHint}>
        {row.hours.map(({ days }, at) => (
          <div key={days} className="grid grid-cols-2 gap-4">
            <Text form={form} name={`hours.${at}.opens`} label={say.opens(days)} maxLength={5} />
            <Text form={form} name={`hours.${at}.closes`} label={say.closes(days)} maxLength={5} />
          </div>
        ))}
      </FormSection>
      <FormSection title={say.social}>
        <div className="grid gap-4 md:grid-cols-2">
          {NETWORKS.map((network) => (
            <Text key={network} form={form} name={`social.${network}`} label={say.networks[network]} type="url" maxLength={300} />
          ))}
        </div>
      </FormSection>
      <FormSection title={say.grievance} hint={say.grievanceHint}>
        <Rows form={form} rows={ROWS.grievance} />
      </FormSection>
    </>
  )
}

export function GstSection({ form }: { form: Form }) {
  return (
    <FormSection title={say.gst} hint={say.gstHint}>
      {form.draft.gstin === '' ? <p className="rounded-sm bg-pending-tint px-4 py-3 text-pending">{say.noGstin}</p> : null}
      <Rows form={form} rows={ROWS.gst} />
    </FormSection>
  )
}

export function PaymentSection({ form, keysSet }: { form: Form; keysSet: boolean }) {
  const razorpay = keysSet ? {} : { disabled: form.draft.razorpay_enabled !== true, hint: say.keysFirst }
  return (
    <FormSection title={say.payment} hint={say.paymentHint}>
      <Rows form={form} rows={ROWS.payment} more={{ razorpay_enabled: razorpay }} />
    </FormSection>
  )
}

export function DemoSection({ form }: { form: Form }) {
  return (
    <FormSection title={say.demo} hint={say.demoHint}>
      <Rows form={form} rows={ROWS.demo} />
    </FormSection>
  )
}
