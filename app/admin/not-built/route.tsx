import { useLocation } from 'react-router'
import * as say from '#words/admin-shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sectionOf } from '../sections.ts'

/** An area that has no screen yet says so, instead of showing an empty one; an address of no area says that. */
export default function NotBuilt() {
  const { pathname } = useLocation()
  const section = sectionOf(pathname)
  return (
    <>
      <title>{say.title(section?.label ?? say.backOffice)}</title>
      <EmptyState
        heading="h1"
        title={section?.label ?? say.notFound}
        text={section ? `${say.notBuilt} ${say.notBuiltText}` : undefined}
        action={
          <ButtonLink to="/admin" size="card">
            {say.backToDashboard}
          </ButtonLink>
        }
      />
    </>
  )
}
