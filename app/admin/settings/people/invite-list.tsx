import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-people.ts'
import { fetchInvites, inviteStaff, refusalOf, withdrawInvite } from '../../../data/admin/staff/people.ts'
import type { OpenInvite } from '../../../data/admin/staff/people.ts'
import type { OwnerAnswer } from '../../../data/admin/staff/owner-calls.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Moment } from '../../ui/cells.tsx'
import { withOwnerPassword } from '../../ui/owner-password.tsx'
import { useNow } from '../../ui/use-now.ts'

export const INVITES_KEY = ['staff-invites']

/** The open invitations. Nothing is shown if there are none. */
export function InviteList() {
  const invites = useQuery({ queryKey: INVITES_KEY, queryFn: fetchInvites, staleTime: 0 })
  const now = useNow()
  if (invites.isError) return <ErrorPanel title={say.failed} error={invites.error} onRetry={() => void invites.refetch()} />
  if (!invites.data || invites.data.length === 0) return null

  async function act(run: (password: string) => Promise<OwnerAnswer>, done: string) {
    const answer = await withOwnerPassword(run)
    if (answer === null) return
    const refused = refusalOf(answer)
    toast(refused === null ? { title: done, tone: 'success' } : { title: say.refusals[refused], tone: 'error' })
    await queryClient.invalidateQueries({ queryKey: INVITES_KEY })
  }

  return (
    <section className="mt-6 rounded-md border border-line" aria-labelledby="open-invites">
      <h2 id="open-invites" className="border-b border-line p-4 md:px-5">
        {say.invites}
      </h2>
      <ul>
        {invites.data.map((invite) => (
          <li key={invite.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-0 md:px-5">
            <span className="min-w-0 flex-1 basis-[220px] [overflow-wrap:anywhere]">
              <b className="block font-semibold">{invite.email}</b>
              <span className="text-ink-2">
                {say.roles[invite.role]} · {say.sent} <Moment at={invite.sent_at} waiting />
                {invite.invited_by === null ? null : ` ${say.by(invite.invited_by)}`} · <Expiry invite={invite} now={now} />
              </span>
            </span>
            <button
              type="button"
              className="ctl"
              aria-label={say.resendTo(invite.email)}
              onClick={() => void act((password) => inviteStaff(invite.email, invite.role, password), say.invited(invite.email))}
            >
              {say.resend}
            </button>
            <button
              type="button"
              className="ctl ctl-danger"
              aria-label={say.withdrawFrom(invite.email)}
              onClick={() => void act((password) => withdrawInvite(invite.id, password), say.withdrawn)}
            >
              {say.withdraw}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Expiry = ({ invite, now }: { invite: OpenInvite; now: Date }) =>
  Date.parse(invite.expires_at) < now.getTime() ? (
    <b className="font-semibold text-late">{say.expired}</b>
  ) : (
    <>{`${say.expires} ${formatDay(invite.expires_at)}`}</>
  )
