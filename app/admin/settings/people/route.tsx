import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { formatDay } from '#domain/dates.ts'
import * as say from '#words/admin-people.ts'
import { fetchPeople } from '../../../data/admin-people.ts'
import type { StaffMember } from '../../../data/admin-people.ts'
import { queryClient } from '../../../data/queries.ts'
import type { SessionUser } from '../../../data/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toast } from '../../../ui/toast.ts'
import { Mark } from '../../customers/mark.tsx'
import { customerPlace } from '../../places.ts'
import { Moment } from '../../ui/cells.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
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
    { id: 'signed-in', label: say.lastSignIn, cell: (row) => (row.last_sign_in_at === null ? say.never : <Moment at={row.last_sign_in_at} waiting />) },
  ]
}

/** Who runs the shop. Super admins change it, admins read it. */
export default function AdminPeople() {
  const me = useOutletContext<SessionUser>()
  const people = useQuery({ queryKey: KEY, queryFn: fetchPeople, staleTime: 0 })
  const [change, setChange] = useState<RoleChange | null>(null)
  const superAdmin = people.data?.some(({ user_id, role, blocked }) => user_id === me.id && role === 'owner' && !blocked) ?? false
  return (
    <SettingsFrame>
      <PageHead
        title={say.title}
        aside={people.data && !superAdmin ? say.readOnly : say.lead}
        actions={
          superAdmin ? (
            <button type="button" className="ctl ctl-main" onClick={() => setChange({ kind: 'add' })}>
              {say.add}
            </button>
          ) : undefined
        }
      />
      <DataTable
        id="people"
        label={say.title}
        columns={columns(me.id)}
        rows={people.data}
        rowKey={({ user_id }) => user_id}
        rowName={(row) => say.member(nameOf(row))}
        rowTo={({ user_id }) => customerPlace(user_id)}
        busy={people.isFetching}
        error={people.error}
        onRetry={() => void people.refetch()}
        renderActions={
          superAdmin
            ? (member) => (
                <span className="inline-flex gap-2 whitespace-nowrap">
                  <button type="button" className="ctl" aria-label={say.changeFor(nameOf(member))} onClick={() => setChange({ kind: 'change', member })}>
                    {say.change}
                  </button>
                  <button
                    type="button"
                    className="ctl ctl-danger"
                    aria-label={say.takeAwayFrom(nameOf(member))}
                    onClick={() => setChange({ kind: 'take', member })}
                  >
                    {say.takeAway}
                  </button>
                </span>
              )
            : undefined
        }
        empty={<EmptyState compact title={say.none} text={say.noneText} />}
      />
      <StaffSecurity />
      <PermissionTable />
      {change === null ? null : (
        <RoleDialog
          change={change}
          name={change.kind === 'add' ? '' : nameOf(change.member)}
          onClose={() => setChange(null)}
          onDone={(role) => {
            toast({
              title: role === null && change.kind !== 'add' ? say.taken(nameOf(change.member)) : say.given(say.roles[role ?? 'orders']),
              tone: 'success',
            })
            setChange(null)
            void Promise.all([KEY, ['is-super-admin'], ['is-admin'], ['staff'], ['row-history']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
          }}
        />
      )}
    </SettingsFrame>
  )
}
