import { Link } from 'react-router'
import { describeProblem, type ProblemCode } from '#domain/shop/health.ts'
import { age } from '#domain/time/age.ts'
import * as say from '#words/admin-health.ts'
import type { ShopHealth } from '../../../data/admin/settings/health.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { useMay } from '../../access.ts'
import { QUEUE_PATHS } from '../../paths.ts'
import { neededFor } from '../../screen-permissions.ts'

/** Where a problem is solved. */
const PATHS: Partial<Record<ProblemCode, string>> = {
  mails_late: '/admin/settings/mail',
  mails_failed: QUEUE_PATHS.mails,
  refunds_late: QUEUE_PATHS.refund,
  webhook_off: '/admin/settings/webhooks',
  webhook_failing: '/admin/settings/webhooks',
  webhooks_parked: '/admin/settings/webhooks?state=parked',
  api_keys_expire: '/admin/settings/api-keys',
}

/** What is wrong, the urgent first, each with what to do about it. */
export function Problems({ health: { problems, as_of: now } }: { health: ShopHealth }) {
  const may = useMay()
  if (problems.length === 0) {
    return (
      <section aria-label={say.problems} className="flex items-center gap-3 rounded-md border border-line px-4 py-4 md:px-5">
        <span aria-hidden="true" className="grid size-8 flex-none place-items-center rounded-full bg-delivered-tint text-delivered">
          <Icon name="check" size={16} />
        </span>
        <p>
          <span className="block font-medium">{say.allWell}</span>
          <span className="text-ink-2">{say.allWellText}</span>
        </p>
      </section>
    )
  }
  return (
    <section aria-label={say.problems} className="overflow-hidden rounded-md border border-line">
      <h2 className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-3 md:px-5">
        {say.problems} <span className="text-sm font-normal text-ink-2">{say.mailed}</span>
      </h2>
      <ul className="divide-y divide-line">
        {problems.map((problem) => {
          const { code, urgent, since } = problem
          const to = PATHS[code]
          const sentence = describeProblem(problem)
          return (
            <li key={sentence} className="flex gap-3 px-4 py-3 md:px-5">
              <span
                aria-hidden="true"
                className={`grid size-6 flex-none place-items-center rounded-full text-xs font-semibold ${urgent ? 'bg-cancelled-tint text-cancelled' : 'bg-pending-tint text-pending'}`}
              >
                !
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
                  <span className="font-medium">{sentence}</span>
                  {urgent ? <span className="text-xs font-semibold text-cancelled">{say.urgent}</span> : null}
                  {since === null ? null : <span className="text-sm text-ink-2">{age(since, new Date(now))}</span>}
                </p>
                <p className="max-w-[70ch] text-ink-2">{say.todo[code]}</p>
                {to !== undefined && may(neededFor(to)) ? (
                  <Link to={to} className="inline-flex min-h-8 items-center font-medium text-plum-600 hover:underline touch:min-h-11">
                    {say.goTo[code]}
                  </Link>
                ) : null}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
