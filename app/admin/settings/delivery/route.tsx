import { useQuery } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { shortRupees } from '#domain/money/short-rupees.ts'
import { MOST_ZONES } from '#domain/delivery/zones.ts'
import * as say from '#words/admin-delivery.ts'
import { fetchDeliveryRates, saveDeliveryRates } from '../../../data/admin/settings/delivery-rates.ts'
import type { DeliveryRates } from '../../../data/admin/settings/delivery-rates.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { revalidateWithRoot } from '../../../data/shop/root-data.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StaleEdit } from '../../ui/stale-edit.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { checkDraft, draftOf, newZone, rateChanges } from './rates-draft.ts'
import type { Draft } from './rates-draft.ts'
import { PinListSection } from './pin-list.tsx'
import { ZoneSection } from './zone-section.tsx'

const KEY = ['delivery-rates']

/** /admin/settings/delivery: what delivery costs by place, weight and value, and cash on delivery. */
export default function DeliverySettings() {
  const rates = useQuery({ queryKey: KEY, queryFn: fetchDeliveryRates, staleTime: 0 })
  return (
    <SettingsFrame>
      {rates.data ? (
        <RatesForm read={rates.data} />
      ) : (
        <>
          <PageHead title={say.title} />
          {rates.error ? (
            <ErrorPanel title={say.failed} text={say.failedText} error={rates.error} onRetry={() => void rates.refetch()} />
          ) : (
            <PanelSkeleton lines={9} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}

function RatesForm({ read }: { read: DeliveryRates }) {
  const { deliveryCharge, freeDeliveryFrom } = useSettings()
  const { revalidate } = useRevalidator()
  const form = useEditForm<DeliveryRates, Draft>({
    row: read,
    valuesOf: draftOf,
    check: checkDraft,
    failed: (error) => serverMessage(error, say.notSaved),
    onRow(row) {
      queryClient.setQueryData(KEY, row)
      void queryClient.invalidateQueries({ queryKey: ['row-history'] })
    },
    async save({ changes, row }) {
      if (Object.keys(changes).length === 0) return null
      const saved = await saveDeliveryRates(row.version, rateChanges(changes))
      if (saved === null) return { ok: false, stale: { row: await fetchDeliveryRates(), by: null } }
      // Whether delivery costs the same everywhere is read with the settings of the whole app.
      void revalidateWithRoot(revalidate)
      toast({ title: say.saved, description: say.savedText, tone: 'success' })
      return { ok: true, row: saved }
    },
  })
  const { zones } = form.values
  const text = (name: Exclude<keyof Draft, 'zones'>) => ({
    name,
    error: form.errors[name],
    value: form.values[name],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => form.set({ [name]: event.target.value }),
  })
  return (
    <>
      <FormPage
        title={say.title}
        back={{ to: '/admin/settings', label: say.settings }}
        form={form}
        notice={form.stale ? <StaleEdit of={form} conflicts={[]} /> : null}
      >
        <FormSection title={say.zones} hint={say.zonesHint(shortRupees(deliveryCharge), shortRupees(freeDeliveryFrom))}>
          {zones.length === 0 ? <p className="text-ink-2">{say.noZones}</p> : null}
          <div>
            <button type="button" className="ctl" disabled={zones.length >= MOST_ZONES} onClick={() => form.set({ zones: [...zones, newZone()] })}>
              {say.addZone}
            </button>
          </div>
        </FormSection>
        {zones.map((zone, at) => (
          <ZoneSection
            key={at}
            zone={zone}
            at={at}
            errors={form.errors}
            onChange={(changed) => form.set(({ zones: now }) => ({ zones: now.map((one, index) => (index === at ? changed : one)) }))}
            onRemove={() => form.set(({ zones: now }) => ({ zones: now.filter((_, index) => index !== at) }))}
          />
        ))}
        {zones.length === 0 ? null : (
          <FormSection title={say.weights}>
            <Field label={say.defaultWeight} hint={say.defaultWeightHint} inputMode="numeric" maxLength={6} {...text('default_weight_grams')} />
          </FormSection>
        )}
        <FormSection title={say.cod} hint={say.codText}>
          <div className="grid items-start gap-4 md:grid-cols-3">
            <Field label={say.codFee} hint={say.codFeeHint} inputMode="decimal" maxLength={9} {...text('cod_fee')} />
            <Field label={say.codMinimum} hint={say.codBoundHint} inputMode="decimal" maxLength={11} {...text('cod_minimum')} />
            <Field label={say.codMaximum} hint={say.codBoundHint} inputMode="decimal" maxLength={11} {...text('cod_maximum')} />
          </div>
        </FormSection>
      </FormPage>
      <div className="mt-4 grid gap-4">
        <PinListSection rates={form.row} unsaved={form.changed > 0} onChanged={async () => form.rebase(await fetchDeliveryRates())} />
        <HistoryPanel tables={['delivery_rates']} rowId="true" />
      </div>
    </>
  )
}
