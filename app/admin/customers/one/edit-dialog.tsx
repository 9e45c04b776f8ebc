import * as say from '#words/admin-customers.ts'
import { saveProfile } from '../../../data/admin/customers/customer.ts'
import type { CustomerProfile, ProfileEdit } from '../../../data/admin/customers/customer.ts'
import { changesOf } from '../../../data/admin/save.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
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

/** Lets an admin correct a profile. Existing orders keep their data. */
export function EditDialog({ profile, onClose, onSaved }: { profile: CustomerProfile; onClose: () => void; onSaved: () => void }) {
  const form = useEditForm<CustomerProfile, EditTexts>({
    row: profile,
    valuesOf: textsOf,
    check: (texts) => {
      const checked = checkEdit(texts)
      return checked.ok ? {} : checked.fields
    },
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: onSaved,
    onDone: onClose,
    async save({ values, row }) {
      const checked = checkEdit(values)
      if (!checked.ok) return { ok: false, errors: checked.fields }
      const changes = changesOf<ProfileEdit>(editOf(row), checked.edit)
      if (Object.keys(changes).length === 0) return { ok: true, row }
      const saved = await saveProfile(row, changes)
      if (!saved.ok && saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
      if (!saved.ok) return { ok: false, message: saved.code === 'GONE' ? say.accountGone : saved.message }
      toast({ title: say.saved(nameOf(saved.row)), tone: 'success' })
      return { ok: true, row: saved.row }
    },
  })
  const { row, values, stale } = form
  const checked = checkEdit(values)

  const field = (name: keyof ProfileEdit) => ({
    name,
    label: LABELS[name],
    value: values[name],
    error: form.errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })
  return (
    <Dialog open busy={form.saving} title={say.editTitle(nameOf(row))} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        {stale === null ? null : (
          <StaleEdit
            of={form}
            conflicts={conflictsOf(editOf(row), editOf(stale.row), checked.ok ? changesOf<ProfileEdit>(editOf(row), checked.edit) : {}, LABELS)}
          />
        )}
        <Field {...field('full_name')} maxLength={120} />
        <Field {...field('company_name')} optional maxLength={160} />
        <Field {...field('gstin')} optional maxLength={20} autoCapitalize="characters" spellCheck={false} />
        <Field {...field('phone')} optional type="tel" inputMode="tel" maxLength={20} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={form.saving} onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={form.saving}>
            {form.saving ? say.saving : say.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
