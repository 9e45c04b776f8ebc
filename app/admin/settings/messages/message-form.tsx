import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-texts.ts'
import { fetchMessageSample } from '../../../data/admin/settings/own-texts.ts'
import type { MessageWords, OwnRow, ShopMessage } from '../../../data/admin/settings/own-texts.ts'
import { Field, TextAreaField } from '../../../ui/form/field.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'
import { useLater } from '../use-later.ts'
import { useOwnText } from '../use-own-text.ts'
import { MailPreview } from './mail-preview.tsx'

type MessageFormProps = { message: ShopMessage; read: OwnRow<MessageWords> | null; chooser: ReactNode }

/** Subject and opening of one message, beside a preview of the message. */
export function MessageForm({ message: { key, subject, opening, placeholders }, read, chooser }: MessageFormProps) {
  const text = useOwnText({ table: 'message_texts', key, own: { subject, opening }, defaults: () => Promise.resolve({ subject, opening }), read })
  const typed = useLater(text.values)
  const sample = useQuery({
    queryKey: ['message-sample', key, typed],
    queryFn: () => fetchMessageSample(key, typed),
    placeholderData: (before) => before,
    retry: false,
  })
  const wrong = sample.data?.ok === false ? sample.data.fields : {}
  const errors: Record<string, string> = { ...wrong, ...text.errors }
  const notice = key.startsWith('notice')
  return (
    <>
      <FormPage
        title={say.messages}
        back={{ to: '/admin/settings', label: say.settings }}
        actions={
          text.row ? (
            <button type="button" className="ctl" onClick={() => void text.reset()}>
              {say.reset}
            </button>
          ) : undefined
        }
        form={text}
        notice={
          text.stale ? <StaleEdit of={text} conflicts={conflictsOf<MessageWords>(text.before, text.stale.values, text.changes, say.messageLabels)} /> : null
        }
      >
        <p className="max-w-[70ch] text-ink-2">{say.messagesIntro}</p>
        {chooser}
        <FormSection title={say.messageNames[key] ?? key} hint={text.row ? say.yourWords(formatDate(text.row.updated_at)) : say.ownText}>
          <Field
            label={notice ? say.noticeTitle : say.subject}
            name="subject"
            maxLength={120}
            autoComplete="off"
            value={text.values.subject}
            error={errors['subject']}
            onChange={(event) => text.set({ subject: event.target.value })}
          />
          <TextAreaField
            label={notice ? say.noticeText : say.opening}
            name="opening"
            rows={5}
            maxLength={notice ? 500 : 2000}
            hint={notice ? undefined : say.openingHint}
            value={text.values.opening}
            error={errors['opening']}
            onChange={(event) => text.set({ opening: event.target.value })}
          />
          <p className="text-sm text-ink-2">
            {say.mayStand} <span className="text-ink">{placeholders.map((name) => `{${name}}`).join(' ')}</span>
          </p>
        </FormSection>
        <FormSection title={say.preview}>
          {sample.isError ? <p role="alert">{say.previewFailed}</p> : null}
          {sample.data?.ok === false ? <p className="text-ink-2">{say.previewWaits}</p> : null}
          {sample.data?.ok ? (
            <>
              <p className="font-semibold [overflow-wrap:anywhere]">{sample.data.subject}</p>
              {sample.data.html === null ? (
                <p className="whitespace-pre-line [overflow-wrap:anywhere]">{sample.data.text}</p>
              ) : (
                <MailPreview html={sample.data.html} label={say.sampleMail} />
              )}
            </>
          ) : null}
        </FormSection>
      </FormPage>
      <div className="mt-4">
        <HistoryPanel tables={['message_texts']} rowId={key} heading={say.history} />
      </div>
    </>
  )
}
