import { useQuery } from '@tanstack/react-query'
import * as say from '#words/admin-mail-setup.ts'
import { fetchRowHistory } from '../../../data/admin/reports/audit.ts'
import { fetchMailSetup, saveMailSetup } from '../../../data/admin/settings/mail-setup.ts'
import type { MailDraft, MailSetup, Security } from '../../../data/admin/settings/mail-setup.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { withOwnerPassword } from '../../ui/owner-password.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { MailTransport } from './mail-transport.tsx'
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
            <PanelSkeleton lines={9} />
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
  const form = useEditForm<MailSetup, MailDraft>({
    row: read,
    valuesOf: draftOf,
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: (row) => queryClient.setQueryData(KEY, row),
    async save({ values, changes, row }) {
      if (Object.keys(changes).length === 0) return null
      const answer = await withOwnerPassword((password) => saveMailSetup(row.version, values, password))
      if (answer === null) return null
      if (answer.ok) {
        const saved = await fetchMailSetup()
        await queryClient.invalidateQueries({ queryKey: ['row-history'] })
        toast({ title: say.saved, description: say.savedText, tone: 'success' })
        return { ok: true, row: saved }
      }
      if (answer.code === 'STALE') {
        const [latest] = await fetchRowHistory(['mail_setup'], 'true', null, 1).catch(() => [])
        return { ok: false, stale: { row: await fetchMailSetup(), by: latest?.actor_name ?? null } }
      }
      const message = answer.message ?? say.notSaved
      return answer.field === null ? { ok: false, message } : { ok: false, errors: { [answer.field]: message } }
    },
  })
  const { values, errors, set } = form

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
      value={values[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  return (
    <>
      <FormPage
        title={say.title}
        back={{ to: '/admin/settings', label: say.settings }}
        form={form}
        notice={
          form.stale ? <StaleEdit of={form} conflicts={conflictsOf<Record<string, unknown>>(form.before, form.stale.values, form.changes, say.labels)} /> : null
        }
      >
        <MailTransport setup={form.row} />
        <FormSection title={say.server} hint={say.serverHint}>
          <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            {text('host', say.host, { maxLength: 253 })}
            {text('port', say.port, { maxLength: 5, inputMode: 'numeric' })}
          </div>
          <SelectField
            label={say.security}
            name="security"
            value={values.security}
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
              hint={form.row.password_set ? say.passwordSet : say.passwordNotSet}
              value={values.password}
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
        <TestMail through={form.row.host ?? form.row.environment_host} />
        <HistoryPanel tables={['mail_setup']} rowId="true" heading={say.history} />
      </div>
    </>
  )
}
