import { Link } from 'react-router'
import { ROLE_NAMES } from '#domain/shop/staff.ts'
import * as say from '#words/admin-access.ts'
import * as shellWords from '#words/admin-shell.ts'
import type { Access } from '../data/admin/staff/access.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'

/** Shown instead of a screen that the role may not open: a clear sentence, not lists that look empty. */
export function NoAccess({ access }: { access: Access }) {
  return (
    <>
      <title>{shellWords.title(say.noAccess)}</title>
      <EmptyState
        heading="h1"
        title={say.noAccess}
        text={say.noAccessText(ROLE_NAMES[access.role])}
        action={
          <Link to="/admin" className="ctl ctl-main">
            {say.toDashboard}
          </Link>
        }
      />
    </>
  )
}
