import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import * as say from '#words/admin-texts.ts'
import { fetchOwnKeys, fetchOwnRow, fetchShopMessages } from '../../../data/admin/settings/own-texts.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { SelectField } from '../../../ui/form/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { MessageForm } from './message-form.tsx'

const GROUPS = [
  ['mail', say.mails],
  ['notice', say.notices],
] as const

export default function Messages() {
  const { key = 'mail_order_placed' } = useParams()
  const navigate = useNavigate()
  const messages = useQuery({ queryKey: ['shop-messages'], queryFn: fetchShopMessages, staleTime: Infinity })
  const own = useQuery({ queryKey: ['message_texts-keys'], queryFn: () => fetchOwnKeys('message_texts') })
  const row = useQuery({ queryKey: ['message_texts', key], queryFn: () => fetchOwnRow('message_texts', key), staleTime: 0, gcTime: 0 })
  const message = messages.data?.find((one) => one.key === key)
  const error = messages.error ?? row.error
  return (
    <SettingsFrame>
      {message && row.data !== undefined ? (
        <MessageForm
          key={key}
          message={message}
          read={row.data}
          chooser={
            <SelectField label={say.message} name="message" value={key} onChange={(event) => void navigate(`/admin/settings/messages/${event.target.value}`)}>
              {GROUPS.map(([group, label]) => (
                <optgroup key={group} label={label}>
                  {messages.data
                    ?.filter((one) => one.key.startsWith(group))
                    .map((one) => (
                      <option key={one.key} value={one.key}>
                        {say.messageNames[one.key] ?? one.key}
                        {own.data?.includes(one.key) ? say.changed : ''}
                      </option>
                    ))}
                </optgroup>
              ))}
            </SelectField>
          }
        />
      ) : (
        <>
          <PageHead title={say.messages} />
          {error || (messages.data && !message) ? (
            <ErrorPanel title={say.failed} text={say.failedText} error={error} onRetry={() => void Promise.all([messages.refetch(), row.refetch()])} />
          ) : (
            <PanelSkeleton lines={9} />
          )}
        </>
      )}
    </SettingsFrame>
  )
}
