import { ROLES } from '#domain/shop/staff.ts'
import * as say from '#words/admin-people.ts'

/** The purpose of each role. docs/permissions.md lists what exactly it may do. */
export function PermissionTable() {
  return (
    <section className="mt-6 rounded-md border border-line p-4 md:p-5" aria-label={say.permissions}>
      <h2>{say.permissions}</h2>
      <dl className="mt-3 grid gap-x-6 gap-y-3 md:grid-cols-[auto_minmax(0,1fr)]">
        {ROLES.map((role) => (
          <div key={role} className="md:contents">
            <dt className="font-medium">{say.roles[role]}</dt>
            <dd className="text-ink-2">{say.roleTexts[role]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
