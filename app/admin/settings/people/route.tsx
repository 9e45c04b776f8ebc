import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-people.ts'
import { fetchPeople } from '../../../data/admin/staff/people.ts'
import type { StaffMember } from '../../../data/admin/staff/people.ts'
import { queryClient } from '../../../data/api/queries.ts'
import type { SessionUser } from '../../../data/session/session.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Mark } from '../../customers/mark.tsx'
import { customerPath } from '../../paths.ts'
import { Moment } from '../../ui/cells.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { INVITES_KEY, InviteList } from './invite-list.tsx'
import { PermissionTable } from './permission-table.tsx'
import { RoleDialog } from './role-dialog.tsx'
import type { RoleChange } from './role-dialog.tsx'
import { StaffSecurity } from './staff-security.tsx'

const KEY = ['admin-people']
const nameOf = ({ full_name, email }: StaffMember): string => full_name?.trim() || email || say.noName

function columns(me: string): Column<StaffMember>[] {
  return [
    {
      id: 'name',
      label: say.name,
      always: true,
      bare: true,
      cell: (row) => (
        <span className="block [overflow-wrap:anywhere]">
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {nameOf(row)}
            {row.user_id === me ? <span className="font-normal text-ink-2">({say.you})</span> : null}
            {row.blocked ? <Mark look="bad">{say.blocked}</Mark> : null}
          </span>
          {row.email !== null && row.email !== nameOf(row) ? <span className="block font-normal text-ink-2">{row.email}</span> : null}
        </span>
      ),
    },
    { id: 'role', label: say.role, cell: (row) => <span className="font-medium whitespace-nowrap">{say.roles[row.role]}</span> },
    {
      id: 'since',
      label: say.since,
      cell: (row) => (
        <span>
          <span className="whitespace-nowrap">{formatDay(row.since)}</span>{' '}
          {row.granted_by === null ? null : <span className="text-ink-2">{say.by(row.granted_by)}</span>}
        </span>
      ),
    },
    {
      id: 'factor',
      label: say.secondFactor,
      cell: (row) => <span className={row.second_factor ? 'text-good' : 'text-ink-2'}>{row.second_factor ? say.on : say.off}</span>,
    },
    { id: 'signed-in', label: say.lastSignIn, cell: (row) => (row.last_sign_in_at === null ? say.never : <Moment at={row.last_sign_in_at} waiting />) },
  ]
}

/** Who works here, who is invited, and how they sign in. For owners, who confirm each change with their password. */
export default function AdminPeople() {
  const me = useOutletContext<SessionUser>()
  const people = useQuery({ queryKey: KEY, queryFn: fetchPeople, staleTime: 0 })
  const [change, setChange] = useState<RoleChange | null>(null)
  const owners = people.data?.filter(({ role, blocked }) => role === 'owner' && !blocked).length ?? 0
  const isLastOwner = ({ role, blocked }: StaffMember): boolean => role === 'owner' && !blocked && owners < 2
  return (
    <SettingsFrame>
      <PageHead
        title={say.title}
        aside={say.lead}
        actions={
          <button type="button" className="ctl ctl-main" onClick={() => setChange({ kind: 'invite' })}>
            {say.invite}
          </button>
        }
      />
      <DataTable
        id="people"
        label={say.title}
        columns={columns(me.id)}
        rows={people.data}
        rowKey={({ user_id }) => user_id}
        rowName={(row) => say.member(nameOf(row))}
        rowTo={({ user_id }) => customerPath(user_id)}
        busy={people.isFetching}
        error={people.error}
        onRetry={() => void people.refetch()}
        renderActions={(member) =>
          // The last owner must remain, so there are no buttons that would be refused.
          isLastOwner(member) ? null : (
            <span className="inline-flex gap-2 whitespace-nowrap">
              <button type="button" className="ctl" aria-label={say.changeFor(nameOf(member))} onClick={() => setChange({ kind: 'change', member })}>
                {say.change}
              </button>
              <button type="button" className="ctl ctl-danger" aria-label={say.removeFor(nameOf(member))} onClick={() => setChange({ kind: 'remove', member })}>
                {say.remove}
              </button>
            </span>
          )
        }
        empty={<EmptyState compact title={say.none} text={say.noneText} />}
      />
      <InviteList />
      <StaffSecurity />
      <PermissionTable />
      {change === null ? null : (
        <RoleDialog
          change={change}
          name={change.kind === 'invite' ? '' : nameOf(change.member)}
          onClose={() => setChange(null)}
          onDone={(role, email) => {
            const title = change.kind === 'invite' ? say.invited(email) : role === null ? say.removed(nameOf(change.member)) : say.given(say.roles[role])
            toast({ title, tone: 'success' })
            setChange(null)
            const stale = [KEY, INVITES_KEY, ['is-super-admin'], ['is-admin'], ['staff-access'], ['staff'], ['row-history']]
            void Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
          }}
        />
      )}
    </SettingsFrame>
  )
}
