import { STATES } from '#domain/addresses/states.ts'
import * as say from '#words/admin-settings.ts'
import type { SettingsRow } from '../../data/admin/settings.ts'
import { SelectField, TextAreaField } from '../../ui/field.tsx'
import { useMay } from '../access.ts'
import { FormSection } from '../ui/form-page.tsx'
import { NETWORKS } from './draft.ts'
import { Switch, Text, type Form } from './settings-fields.tsx'

const two = 'grid gap-4 md:grid-cols-2'

export function ShopSection({ form }: { form: Form }) {
  const owner = useMay()('owner.settings')
  return (
    <FormSection title={say.shop} hint={owner ? say.shopHint : say.shopOwnersHint}>
      <div className={two}>
        <Text form={form} name="store_name" maxLength={80} />
        <Text form={form} name="legal_name" hint={say.legalNameHint} />
      </div>
      <Text form={form} name="address" maxLength={400} />
      <div className="grid gap-4 md:grid-cols-3">
        <Text form={form} name="city" maxLength={80} />
        <SelectField
          label={say.labels.state_code}
          name="state_code"
          disabled={!owner}
          value={String(form.draft.state_code)}
          onChange={(event) => form.set('state_code', event.target.value)}
        >
          {STATES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <Text form={form} name="pincode" inputMode="numeric" maxLength={6} />
      </div>
      <TextAreaField
        label={say.labels.other_addresses}
        name="other_addresses"
        rows={2}
        maxLength={2000}
        hint={say.otherAddressesHint}
        value={String(form.draft['other_addresses'] ?? '')}
        onChange={(event) => form.set('other_addresses', event.target.value)}
      />
      <div className={two}>
        <Text form={form} name="gstin" hint={say.gstinHint} maxLength={15} />
        <Text form={form} name="founded_year" inputMode="numeric" maxLength={4} />
      </div>
      <div className="grid gap-4 md:grid-cols-3">
        <Text form={form} name="email" type="email" />
        <Text form={form} name="phone" type="tel" maxLength={40} />
        <Text form={form} name="whatsapp" type="tel" maxLength={40} hint={say.whatsAppHint} />
      </div>
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
        <div className={two}>
          {NETWORKS.map((network) => (
            <Text key={network} form={form} name={`social.${network}`} label={say.networks[network]} type="url" maxLength={300} />
          ))}
        </div>
      </FormSection>
      <FormSection title={say.grievance} hint={say.grievanceHint}>
        <div className="grid gap-4 md:grid-cols-3">
          <Text form={form} name="grievance_name" maxLength={120} />
          <Text form={form} name="grievance_email" type="email" />
          <Text form={form} name="grievance_phone" type="tel" maxLength={40} />
        </div>
      </FormSection>
    </>
  )
}

export function GstSection({ form }: { form: Form }) {
  return (
    <FormSection title={say.gst} hint={say.gstHint}>
      {form.draft.gstin === '' ? <p className="rounded-sm bg-pending-tint px-4 py-3 text-pending">{say.noGstin}</p> : null}
      <Switch form={form} name="prices_include_gst" hint={say.pricesHint} />
      <Text form={form} name="forced_gst_percent" inputMode="decimal" maxLength={6} hint={say.forcedHint} />
      <Switch form={form} name="show_gst_breakdown" />
      <Switch form={form} name="turnover_above_5_crore" hint={say.turnoverHint} />
    </FormSection>
  )
}

export function PaymentSection({ form, keysSet }: { form: Form; keysSet: boolean }) {
  return (
    <FormSection title={say.payment} hint={say.paymentHint}>
      <Switch form={form} name="cod_enabled" />
      <div className={two}>
        <Text form={form} name="upi_vpa" hint={say.upiHint} maxLength={320} />
        <Text form={form} name="upi_unpaid_hours" inputMode="numeric" maxLength={3} />
      </div>
      <Switch form={form} name="razorpay_enabled" disabled={!keysSet && form.draft.razorpay_enabled !== true} hint={keysSet ? undefined : say.keysFirst} />
      <Text form={form} name="razorpay_unpaid_minutes" inputMode="numeric" maxLength={4} />
    </FormSection>
  )
}

export function DemoSection({ form }: { form: Form }) {
  return (
    <FormSection title={say.demo} hint={say.demoHint}>
      <Switch form={form} name="demo_mode" />
    </FormSection>
  )
}
