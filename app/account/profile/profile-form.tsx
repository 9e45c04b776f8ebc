import * as say from '#words/profile.ts'
import { updateProfile } from '../../data/account/profile.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { refreshProfile } from '../../data/session/session.ts'
import type { Profile, SessionUser } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { checkProfile } from './check-profile.ts'
import type { ProfileTexts } from './check-profile.ts'

export function ProfileForm({ user, profile }: { user: SessionUser; profile: Profile }) {
  const form = useEditForm<Profile, ProfileTexts>({
    row: profile,
    valuesOf: (row) => ({
      full_name: row.full_name ?? '',
      company_name: row.company_name ?? '',
      phone: row.phone ?? '',
      gstin: row.gstin ?? '',
    }),
    check: (texts) => {
      const checked = checkProfile(texts)
      return checked.ok ? {} : checked.fields
    },
    failed: (error) => serverMessage(error, say.saveFailed),
    async save({ values, row }) {
      const checked = checkProfile(values)
      if (!checked.ok) return { ok: false, errors: checked.fields }
      await updateProfile(user.id, checked.changes)
      await refreshProfile()
      toast({ title: say.profileSaved, tone: 'success' })
      return { ok: true, row: { ...row, ...checked.changes } }
    },
  })

  const own = (name: keyof ProfileTexts) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onBlur: () => form.leave(name),
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })

  return (
    <Panel title={say.aboutYou}>
      <form
        noValidate
        className="grid gap-[18px]"
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        <FormAlert attempt={form.attempt} message={form.message} fields={form.attempt > 0 ? form.errors : {}} />
        <Field {...own('full_name')} label={say.fullName} autoComplete="name" />
        <Field {...own('phone')} label={say.mobileNumber} optional type="tel" inputMode="tel" autoComplete="tel" hint={say.mobileHint} />
        <Field {...own('company_name')} label={say.company} optional autoComplete="organization" />
        <Field
          {...own('gstin')}
          label={say.gstin}
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={say.gstinHint}
          onChange={(event) => form.set({ gstin: event.target.value.toUpperCase() })}
        />
        <Button type="submit" variant="primary" size="main" wide busy={form.saving} busyText={say.saving}>
          {say.saveProfile}
        </Button>
      </form>
    </Panel>
  )
}
