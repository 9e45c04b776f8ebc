import { useState } from 'react'
import * as say from '#words/profile.ts'
import { updateProfile } from '../../data/profile.ts'
import { serverMessage } from '../../data/server-message.ts'
import { refreshProfile } from '../../data/session.ts'
import type { Profile, SessionUser } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { checkProfile } from './check-profile.ts'
import type { ProfileTexts } from './check-profile.ts'

export function ProfileForm({ user, profile }: { user: SessionUser; profile: Profile }) {
  const [texts, setTexts] = useState<ProfileTexts>({
    full_name: profile.full_name ?? '',
    company_name: profile.company_name ?? '',
    phone: profile.phone ?? '',
    gstin: profile.gstin ?? '',
  })
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const checked = checkProfile(texts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const all = checked.ok ? {} : checked.fields
  const faults = attempt > 0 ? all : {}

  const own = (name: keyof ProfileTexts) => ({
    name,
    value: texts[name],
    error: attempt > 0 || left.has(name) ? all[name] : undefined,
    onBlur: () => setLeft((before) => new Set(before).add(name)),
    onChange: (event: { target: { value: string } }) => setTexts({ ...texts, [name]: event.target.value }),
  })

  async function save() {
    setFailure(null)
    if (!checked.ok) {
      setAttempt(attempt + 1)
      return
    }
    setBusy(true)
    try {
      await updateProfile(user.id, checked.changes)
      await refreshProfile()
      setAttempt(0)
      toast({ title: say.profileSaved, tone: 'success' })
    } catch (error) {
      setFailure(serverMessage(error, say.saveFailed))
      setAttempt(attempt + 1)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel title={say.aboutYou}>
      <form
        noValidate
        className="grid gap-[18px]"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        <FormAlert attempt={attempt} message={failure} fields={failure ? {} : Object.fromEntries(Object.entries(faults))} />
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
          onChange={(event) => setTexts({ ...texts, gstin: event.target.value.toUpperCase() })}
        />
        <Button type="submit" variant="primary" size="main" wide busy={busy} busyText={say.saving}>
          {say.saveProfile}
        </Button>
      </form>
    </Panel>
  )
}
