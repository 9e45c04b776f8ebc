import { Link } from 'react-router'
import * as say from '#words/admin-mail-setup.ts'
import type { MailSetup } from '../../../data/admin/settings/mail-setup.ts'

/** The current transport: the server set here has priority over the environment's; without both, mails are written to files. */
export function MailTransport({ setup: { host, environment, environment_host: other } }: { setup: MailSetup }) {
  const outbox = host === null && environment === 'outbox'
  return (
    <section className={`rounded-md p-4 ${outbox ? 'bg-pending-tint text-pending' : 'bg-processing-tint text-processing'}`}>
      <h2 className="sr-only">{say.way}</h2>
      <p>
        {host === null ? (outbox ? say.byOutbox : say.byEnvironment(other ?? '')) : other === null ? say.through(host) : say.throughOver(host, other)}{' '}
        <Link to="/admin/mails" className="underline underline-offset-4">
          {say.failedMails}
        </Link>
      </p>
    </section>
  )
}
