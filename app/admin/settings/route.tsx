import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as say from '#words/admin-settings.ts'
import {
  fetchProductsBelow,
  fetchRazorpaySetup,
  fetchSettingsRow,
  partChanges,
  saveIdentity,
  saveSettings,
  StaleSettings,
} from '../../data/admin/settings/settings.ts'
import type { SettingsColumns, SettingsRow } from '../../data/admin/settings/settings.ts'
import { queryClient } from '../../data/api/queries.ts'
import { revalidateWithRoot } from '../../data/shop/root-data.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.ts'
import type { EditOutcome } from '../../ui/form/use-edit-form.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useMay } from '../access.ts'
import { FormPage } from '../ui/form-page.tsx'
import { withOwnerPassword } from '../ui/owner-password.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { StaleEdit, conflictsOf } from '../ui/stale-edit.tsx'
import { changesOf, checkDraft, draftOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { DeliverySection } from './delivery-section.tsx'
import { LeaveDemoDialog } from './leave-demo-dialog.tsx'
import { RemoveDemo } from './demo/remove-demo.tsx'
import { RazorpayKeys } from './razorpay-keys.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { ContactSections, DemoSection, GstSection, PaymentSection, ShopSection } from './settings-sections.tsx'

const KEY = ['admin-settings']
const KEYS_KEY = ['razorpay-setup']

export default function AdminSettings() {
  return (
    <SettingsFrame>
      <StoreSettings />
    </SettingsFrame>
  )
}

function StoreSettings() {
  const row = useQuery({ queryKey: KEY, queryFn: fetchSettingsRow, staleTime: 0 })
  const owner = useMay()('owner.settings')
  const setup = useQuery({ queryKey: KEYS_KEY, queryFn: fetchRazorpaySetup })
  const failed = row.error ?? setup.error
  if (failed && !(row.data && setup.data))
    return (
      <>
        <PageHead title={say.title} />
        <ErrorPanel title={say.failed} text={say.failedText} error={failed} onRetry={() => void Promise.all([row.refetch(), setup.refetch()])} />
      </>
    )
  if (!row.data || !setup.data)
    return (
      <>
        <PageHead title={say.title} />
        <PanelSkeleton lines={12} />
      </>
    )
  return (
    <>
      <SettingsForm read={row.data} keysSet={setup.data.key_id !== null} />
      {owner ? <RemoveDemo /> : null}
      {owner ? <RazorpayKeys setup={setup.data} onSaved={() => void queryClient.invalidateQueries({ queryKey: KEYS_KEY })} /> : null}
    </>
  )
}

function SettingsForm({ read, keysSet }: { read: SettingsRow; keysSet: boolean }) {
  const [leaving, setLeaving] = useState<{ percent: number; answer: (goOn: boolean) => void } | null>(null)
  const { revalidate } = useRevalidator()
  const form = useEditForm<SettingsRow, Draft>({
    row: read,
    valuesOf: draftOf,
    check: checkDraft,
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: (row) => queryClient.setQueryData(KEY, row),
    async save({ values, row }) {
      const changes = changesOf(values, row)
      if (Object.keys(changes).length === 0) return null
      const percent = Number(values['forced_gst_percent'])
      if (changes.demo_mode === false && percent > 0 && (await mustAsk(percent))) {
        const goOn = await new Promise<boolean>((answer) => setLeaving({ percent, answer }))
        if (!goOn) return null
      }
      const saved = await writeSettings(row.version, changes)
      if (saved?.ok) {
        // The other screens of this tab get the settings from the root loader.
        void revalidateWithRoot(revalidate)
        toast({ title: say.saved, description: say.savedText, tone: 'success' })
      }
      return saved
    },
  })
  const fields = { draft: form.values, errors: form.errors, set: (name: string, value: string | boolean) => form.set({ [name]: value }) }
  const changes = changesOf(form.values, form.row)

  return (
    <>
      <FormPage
        title={say.title}
        back={{ to: '/admin', label: say.dashboard }}
        form={{ ...form, changed: Object.keys(changes).length }}
        notice={form.stale ? <StaleEdit of={form} conflicts={conflictsOf(form.row, form.stale.row, changes, say.labels)} /> : null}
      >
        <ShopSection form={fields} />
        <ContactSections form={fields} row={form.row} />
        <div id="gst">
          <GstSection form={fields} />
        </div>
        <div id="delivery">
          <DeliverySection form={fields} />
        </div>
        <div id="payment">
          <PaymentSection form={fields} keysSet={keysSet} />
        </div>
        <div id="demo">
          <DemoSection form={fields} />
        </div>
      </FormPage>
      {leaving === null ? null : (
        <LeaveDemoDialog
          percent={leaving.percent}
          onConfirm={() => Promise.resolve(leaving.answer(true))}
          onClose={() => {
            leaving.answer(false)
            setLeaving(null)
          }}
        />
      )}
    </>
  )
}

/** The shop's identity needs the owner's password and is written by a separate function; the rest is one update. */
async function writeSettings(version: number, changes: Partial<SettingsColumns>): Promise<EditOutcome<SettingsRow, Draft>> {
  try {
    const { identity, ordinary } = partChanges(changes)
    let at = version
    if (Object.keys(identity).length > 0) {
      const answer = await withOwnerPassword((password) => saveIdentity(at, identity, password))
      if (answer === null) return null
      if (!answer.ok) {
        if (answer.code === 'STALE') return { ok: false, stale: { row: await fetchSettingsRow(), by: null } }
        return { ok: false, message: answer.message ?? say.notSaved }
      }
      at = Number(answer.data['version'])
    }
    return { ok: true, row: Object.keys(ordinary).length > 0 ? await saveSettings(at, ordinary) : await fetchSettingsRow() }
  } catch (error) {
    if (error instanceof StaleSettings) return { ok: false, stale: { row: error.row, by: null } }
    throw error
  }
}

/** Whether a forced rate overcharges any product; if that cannot be read, the confirmation is shown anyway. */
async function mustAsk(percent: number): Promise<boolean> {
  try {
    return (await queryClient.fetchQuery({ queryKey: ['products-below', percent], queryFn: () => fetchProductsBelow(percent) })).total > 0
  } catch {
    return true
  }
}
