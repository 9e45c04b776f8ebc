import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as say from '#words/admin-settings.ts'
import { fetchProductsBelow, fetchRazorpaySetup, fetchSettingsRow, partChanges, saveIdentity, saveSettings, StaleSettings } from '../../data/admin-settings.ts'
import type { SettingsRow } from '../../data/admin-settings.ts'
import { queryClient } from '../../data/queries.ts'
import { revalidateWithRoot } from '../../data/root-data.ts'
import { serverMessage } from '../../data/server-message.ts'
import { PanelBones } from '../../ui/bones.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import type { FieldErrors } from '../../ui/form-alert.tsx'
import { toast } from '../../ui/toast.ts'
import { useMay } from '../access.ts'
import { FormPage } from '../ui/form-page.tsx'
import { withOwnerPassword } from '../ui/owner-password.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { StaleEdit, conflictsOf } from '../ui/stale-edit.tsx'
import { changesOf, checkDraft, draftOf } from './draft.ts'
import { DeliverySection } from './delivery-section.tsx'
import { LeaveDemoDialog } from './leave-demo-dialog.tsx'
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
  if (failed && !row.data)
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
        <PanelBones lines={12} />
      </>
    )
  return (
    <>
      <SettingsForm read={row.data} keysSet={setup.data.key_id !== null} />
      {owner ? <RazorpayKeys setup={setup.data} onSaved={() => void queryClient.invalidateQueries({ queryKey: KEYS_KEY })} /> : null}
    </>
  )
}

function SettingsForm({ read, keysSet }: { read: SettingsRow; keysSet: boolean }) {
  const [base, setBase] = useState(read)
  const [draft, setDraft] = useState(() => draftOf(read))
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [theirs, setTheirs] = useState<SettingsRow | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)
  const changes = changesOf(draft, base)
  const { revalidate } = useRevalidator()

  const form = {
    draft,
    errors,
    set(name: string, value: string | boolean) {
      setDraft((before) => ({ ...before, [name]: value }))
      // What was wrong and is being mended is no longer said (docs/rules.md#forms).
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)))
    },
  }

  function take(row: SettingsRow) {
    queryClient.setQueryData(KEY, row)
    setBase(row)
    setDraft(draftOf(row))
    setTheirs(null)
    setErrors({})
  }

  async function write(version: number) {
    setSaving(true)
    setFailure(({ attempt }) => ({ message: null, attempt }))
    try {
      const { identity, ordinary } = partChanges(changes)
      let at = version
      if (Object.keys(identity).length > 0) {
        const answer = await withOwnerPassword((password) => saveIdentity(at, identity, password))
        if (answer === null) return
        if (!answer.ok) {
          if (answer.code === 'STALE') throw new StaleSettings(await fetchSettingsRow())
          throw new Error(answer.message ?? say.notSaved)
        }
        at = Number(answer.data['version'])
      }
      take(Object.keys(ordinary).length > 0 ? await saveSettings(at, ordinary) : await fetchSettingsRow())
      // The other screens of this tab read the settings with the page.
      void revalidateWithRoot(revalidate)
      toast({ title: say.saved, description: say.savedText, tone: 'success' })
    } catch (error) {
      if (error instanceof StaleSettings) setTheirs(error.row)
      else setFailure(({ attempt }) => ({ message: serverMessage(error, say.notSaved), attempt: attempt + 1 }))
    } finally {
      setSaving(false)
    }
  }

  async function save(version = base.version) {
    const found = checkDraft(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return setFailure(({ attempt }) => ({ message: null, attempt: attempt + 1 }))
    if (Object.keys(changes).length === 0) return
    const percent = Number(draft.forced_gst_percent)
    if (changes.demo_mode === false && percent > 0 && (await mustAsk(percent))) return setLeaving(percent)
    await write(version)
  }

  return (
    <>
      <FormPage
        title={say.title}
        back={{ to: '/admin', label: say.dashboard }}
        changes={Object.keys(changes).length}
        saving={saving}
        failure={{ ...failure, fields: errors }}
        notice={
          theirs === null ? null : (
            <StaleEdit
              by={null}
              conflicts={conflictsOf(base, theirs, changes, say.labels)}
              onTakeTheirs={() => take(theirs)}
              onSaveMine={() => void save(theirs.version)}
            />
          )
        }
        onSave={() => void save()}
        onDiscard={() => {
          setDraft(draftOf(base))
          setErrors({})
        }}
      >
        <ShopSection form={form} />
        <ContactSections form={form} row={base} />
        <div id="gst">
          <GstSection form={form} />
        </div>
        <div id="delivery">
          <DeliverySection form={form} />
        </div>
        <div id="payment">
          <PaymentSection form={form} keysSet={keysSet} />
        </div>
        <div id="demo">
          <DemoSection form={form} />
        </div>
      </FormPage>
      {leaving === null ? null : <LeaveDemoDialog percent={leaving} onConfirm={() => write(base.version)} onClose={() => setLeaving(null)} />}
    </>
  )
}

/** Whether a forced rate overcharges any product; when that cannot be told, it is asked all the same. */
async function mustAsk(percent: number): Promise<boolean> {
  try {
    return (await queryClient.fetchQuery({ queryKey: ['products-below', percent], queryFn: () => fetchProductsBelow(percent) })).total > 0
  } catch {
    return true
  }
}
