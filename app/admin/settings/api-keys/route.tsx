import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-api-keys.ts'
import { fetchApiKeys, revokeApiKey } from '../../../data/admin/settings/api-keys.ts'
import type { ApiKey } from '../../../data/admin/settings/api-keys.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useNow } from '../../ui/use-now.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { columns } from './columns.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

const KEY = ['api-keys']

/** /admin/settings/api-keys: which other systems may call the shop, and as what. For owners. */
export default function ApiKeys() {
  const list = useQuery({ queryKey: KEY, queryFn: fetchApiKeys, staleTime: 0 })
  const now = useNow()
  const [open, setOpen] = useState<'new' | ApiKey | null>(null)
  const reload = () => Promise.all([KEY, ['staff'], ['row-history']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  return (
    <SettingsFrame>
      <PageHead
        title={say.title}
        actions={
          list.data?.works ? (
            <button type="button" className="ctl ctl-main" onClick={() => setOpen('new')}>
              {say.add}
            </button>
          ) : null
        }
      />
      <p className="mb-4 max-w-[72ch] text-ink-2">{say.intro}</p>
      {list.data?.works === false ? <EmptyState compact title={say.unavailable} text={say.unavailableText} /> : null}
      {list.data?.works === false && list.data.keys.length === 0 ? null : (
        <DataTable
          id="api-keys"
          label={say.title}
          columns={columns(now)}
          rows={list.data?.keys}
          rowKey={({ id }) => id}
          rowName={({ name }) => say.row(name)}
          busy={list.isFetching}
          error={list.error}
          onRetry={() => void list.refetch()}
          renderActions={(key) =>
            key.revoked_at !== null ? null : (
              <button type="button" className="ctl ctl-danger" aria-label={say.revokeOf(key.name)} onClick={() => setOpen(key)}>
                {say.revoke}
              </button>
            )
          }
          empty={<EmptyState compact title={say.none} text={say.noneText} />}
        />
      )}
      {open === 'new' ? <NewKeyDialog onClose={() => setOpen(null)} onMade={() => void reload()} /> : null}
      {open === null || open === 'new' ? null : <RevokeDialog apiKey={open} onClose={() => setOpen(null)} onDone={() => void reload()} />}
    </SettingsFrame>
  )
}

function RevokeDialog({ apiKey: { id, name }, onClose, onDone }: { apiKey: ApiKey; onClose: () => void; onDone: () => void }) {
  return (
    <ConfirmDialog
      title={say.revokeTitle(name)}
      confirm={say.revokeOf(name)}
      onConfirm={async () => {
        try {
          await revokeApiKey(id)
        } catch (error) {
          throw new Error(serverMessage(error, say.notRevoked), { cause: error })
        }
        toast({ title: say.revoked(name), tone: 'success' })
        onDone()
      }}
      onClose={onClose}
    >
      {say.revokeText}
    </ConfirmDialog>
  )
}
