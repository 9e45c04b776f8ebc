import * as say from '#words/admin-people.ts'
import { permissions } from '#words/admin-permissions.ts'

/** What each role may do, in the words of docs/permissions.md. */
export function PermissionTable() {
  return (
    <section className="mt-6 rounded-md border border-line" aria-label={say.permissions}>
      <div className="border-b border-line p-4 md:px-5">
        <h2>{say.permissions}</h2>
        <p className="mt-1 text-ink-2">{say.permissionsText}</p>
      </div>
      {/* A plain table: three narrow columns fit a phone, and it is read, not worked with. */}
      <table className="w-full table-fixed text-left">
        <thead className="text-ink-2">
          <tr>
            {[say.may, say.roles.admin, say.roles.super_admin].map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-medium first:w-[42%] first:pl-4 md:first:w-1/2 md:px-5 md:first:pl-5">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map(({ what, admin, superAdmin }) => (
            <tr key={what} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-3 pl-4 font-normal md:px-5">
                {what}
              </th>
              <Answer text={admin} />
              <Answer text={superAdmin} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Answer = ({ text }: { text: string }) => <td className={`px-3 py-2 md:px-5 ${text.startsWith('no') ? 'text-ink-2' : 'font-medium text-good'}`}>{text}</td>
