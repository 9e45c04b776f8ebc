import { useState } from 'react'
import * as say from '#words/admin-customers.ts'
import { saveProfile } from '../../../data/admin-customers.ts'
import type { CustomerProfile, ProfileEdit } from '../../../data/admin-customers.ts'
import { changesOf } from '../../../data/admin-save.ts'
import { serverMessage } from '../../../data/server-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { toast } from '../../../ui/toast.ts'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'
import { nameOf } from '../name-of.ts'
import { checkEdit } from './edit-draft.ts'
import type { EditTexts } from './edit-draft.ts'

const LABELS: Record<keyof ProfileEdit, string> = { full_name: say.fullName, company_name: say.company, gstin: say.gstin, phone: say.phone }
const editOf = ({ full_name, company_name, gstin, phone }: CustomerProfile): ProfileEdit => ({ full_name, company_name, gstin, phone })
const textsOf = (profile: CustomerProfile): EditTexts => ({
  full_name: profile.full_name ?? '',
  company_name: profile.company_name ?? '',
  gstin: profile.gstin ?? '',
  phone: profile.phone ?? '',
})

/** What an admin corrects of a profile. Orders that are placed keep what they were placed with. */
export function EditDialog({ profile, onClose, onSaved }: { profile: CustomerProfile; onClose: () => void; onSaved: () => void }) {
  const [base, setBase] = useState(profile)
  const [texts, setTexts] = useState(() => textsOf(profile))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Partial<EditTexts>>({})
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 })
  const [stale, setStale] = useState<{ row: CustomerProfile; by: string | null; mine: Partial<ProfileEdit> } | null>(null)

  const refuse = (message: string | null) => setFailure(({ attempt }) => ({ message, attempt: attempt + 1 }))

  async function save(from: CustomerProfile) {
    const checked = checkEdit(texts)
    setErrors(checked.ok ? {} : checked.fields)
    if (!checked.ok) return refuse(null)
    const changes = changesOf<ProfileEdit>(editOf(base), checked.edit)
    if (Object.keys(changes).length === 0) return onClose()
    setBusy(true)
    try {
      const result = await saveProfile(from, changes)
      if (result.ok) {
        toast({ title: say.saved(nameOf(result.row)), tone: 'success' })
        onSaved()
        onClose()
      } else if (result.code === 'STALE') setStale({ row: result.current, by: result.by, mine: changes })
      else refuse(result.code === 'GONE' ? say.goneMeanwhile : result.message)
    } catch (error) {
      refuse(serverMessage(error, say.notSaved))
    } finally {
      setBusy(false)
    }
  }

  const field = (name: keyof ProfileEdit) => ({
    name,
    label: LABELS[name],
    value: texts[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => {
      setTexts((before) => ({ ...before, [name]: event.target.value }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
  })
  const told = Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined))
  return (
    <Dialog open busy={busy} title={say.editTitle(nameOf(base))} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save(base)
        }}
      >
        <FormAlert message={failure.message} fields={told} attempt={failure.attempt} />
        {stale === null ? null : (
          <StaleEdit
            by={stale.by}
            conflicts={conflictsOf(editOf(base), editOf(stale.row), stale.mine, LABELS)}
            onTakeTheirs={() => {
              setBase(stale.row)
              setTexts(textsOf(stale.row))
              setStale(null)
              onSaved()
            }}
            onSaveMine={() => {
              setStale(null)
              void save(stale.row)
            }}
          />
        )}
        <Field {...field('full_name')} maxLength={120} />
        <Field {...field('company_name')} optional maxLength={160} />
        <Field {...field('gstin')} optional maxLength={20} autoCapitalize="characters" spellCheck={false} />
        <Field {...field('phone')} optional type="tel" inputMode="tel" maxLength={20} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={busy} onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={busy}>
            {busy ? say.saving : say.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
