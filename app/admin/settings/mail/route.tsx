import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-mail-setup.ts'
import { fetchRowHistory } from '../../../data/admin-audit.ts'
import { fetchMailSetup, saveMailSetup } from '../../../data/admin-mail-setup.ts'
import type { MailDraft, MailSetup, Security } from '../../../data/admin-mail-setup.ts'
import { queryClient } from '../../../data/queries.ts'
import { serverMessage } from '../../../data/server-message.ts'
import { PanelBones } from '../../../ui/bones.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import type { FieldErrors } from '../../../ui/form-alert.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { withOwnerPassword } from '../../ui/owner-password.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { MailWay } from './mail-way.tsx'
import { TestMail } from './test-mail.tsx'

const KEY = ['mail-setup']

export default function MailSettings() {
  const setup = useQuery({ queryKey: KEY, queryFn: fetchMailSetup, staleTime: 0 })
  return (
    <SettingsFrame>
      {setup.data ? (
        <MailForm read={setup.data} />
      ) : (
        <>
          <PageHead title={say.title} />
          {setup.error ? (
            <ErrorPanel title={say.failed} text={say.failedText} error={setup.error} onRetry={() => void setup.refetch()} />
          ) : (
            <PanelBones lines={9} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}

const draftOf = (setup: MailSetup): MailDraft => ({
  host: setup.host ?? '',
  port: setup.port === null ? '' : String(setup.port),
  security: setup.security ?? 'tls',
  username: setup.username ?? '',
  password: '',
  from_name: setup.from_name ?? '',
  from_address: setup.from_address ?? '',
  reply_to: setup.reply_to ?? '',
})

function MailForm({ read }: { read: MailSetup }) {
  const [base, setBase] = useState(read)
  const [draft, setDraft] = useState(() => draftOf(read))
  const [saving, setSaving] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 })
  const [theirs, setTheirs] = useState<{ row: MailSetup; by: string | null } | null>(null)
  const before = draftOf(base)
  const changed = (Object.keys(draft) as (keyof MailDraft)[]).filter((name) => draft[name] !== before[name])

  function take(row: MailSetup) {
    queryClient.setQueryData(KEY, row)
    setBase(row)
    setDraft(draftOf(row))
    setTheirs(null)
    setErrors({})
  }
  const set = (changes: Partial<MailDraft>) => {
    setDraft((typed) => ({ ...typed, ...changes }))
    setErrors((wrong) => Object.fromEntries(Object.entries(wrong).filter(([field]) => !(field in changes))))
  }

  async function save(version = base.version) {
    if (changed.length === 0) return
    setSaving(true)
    setErrors({})
    setFailure(({ attempt }) => ({ message: null, attempt }))
    try {
      const answer = await withOwnerPassword((password) => saveMailSetup(version, draft, password))
      if (answer === null) return
      if (answer.ok) {
        take(await fetchMailSetup())
        await queryClient.invalidateQueries({ queryKey: ['row-history'] })
        toast({ title: say.saved, description: say.savedText, tone: 'success' })
      } else if (answer.code === 'STALE') {
        const [latest] = await fetchRowHistory(['mail_setup'], 'true', null, 1).catch(() => [])
        setTheirs({ row: await fetchMailSetup(), by: latest?.actor_name ?? null })
      } else {
        setErrors(answer.field === null ? {} : { [answer.field]: answer.message ?? say.notSaved })
        setFailure(({ attempt }) => ({ message: answer.field === null ? (answer.message ?? say.notSaved) : null, attempt: attempt + 1 }))
      }
    } catch (error) {
      setFailure(({ attempt }) => ({ message: serverMessage(error, say.notSaved), attempt: attempt + 1 }))
    } finally {
      setSaving(false)
    }
  }

  const text = (
    name: Exclude<keyof MailDraft, 'security' | 'password'>,
    label: string,
    more: { hint?: string; maxLength?: number; type?: string; inputMode?: 'numeric' } = {},
  ) => (
    <Field
      label={label}
      name={name}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      {...more}
      value={draft[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  return (
    <>
      <FormPage
        title={say.title}
        back={{ to: '/admin/settings', label: say.settings }}
        changes={changed.length}
        saving={saving}
        failure={{ ...failure, fields: errors }}
        notice={
          theirs === null ? null : (
            <StaleEdit
              by={theirs.by}
              conflicts={conflictsOf<Record<string, unknown>>(before, draftOf(theirs.row), draft, say.labels)}
              onTakeTheirs={() => take(theirs.row)}
              onSaveMine={() => {
                setBase(theirs.row)
                setTheirs(null)
                void save(theirs.row.version)
              }}
            />
          )
        }
        onSave={() => void save()}
        onDiscard={() => {
          setDraft(before)
          setErrors({})
        }}
      >
        <MailWay setup={base} />
        <FormSection title={say.server} hint={say.serverHint}>
          <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            {text('host', say.host, { maxLength: 253 })}
            {text('port', say.port, { maxLength: 5, inputMode: 'numeric' })}
          </div>
          <SelectField
            label={say.security}
            name="security"
            value={draft.security}
            error={errors['security']}
            onChange={(event) => set({ security: event.target.value as Security })}
          >
            {(Object.keys(say.securities) as Security[]).map((one) => (
              <option key={one} value={one}>
                {say.securities[one]}
              </option>
            ))}
          </SelectField>
          <div className="grid gap-4 md:grid-cols-2">
            {text('username', say.username)}
            <PasswordField
              label={say.password}
              name="password"
              autoComplete="new-password"
              maxLength={500}
              hint={base.password_set ? say.passwordSet : say.passwordNotSet}
              value={draft.password}
              error={errors['password']}
              onChange={(event) => set({ password: event.target.value })}
            />
          </div>
        </FormSection>
        <FormSection title={say.sender} hint={say.senderHint}>
          <div className="grid gap-4 md:grid-cols-2">
            {text('from_name', say.fromName, { maxLength: 80 })}
            {text('from_address', say.fromAddress, { type: 'email', hint: say.fromAddressHint })}
          </div>
          {text('reply_to', say.replyTo, { type: 'email' })}
        </FormSection>
      </FormPage>
      <div className="mt-4 grid gap-4">
        <TestMail through={base.host ?? base.environment_host} />
        <HistoryPanel tables={['mail_setup']} rowId="true" heading={say.history} />
      </div>
    </>
  )
}
