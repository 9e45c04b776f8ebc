import { useLocation } from 'react-router'
import * as say from '#words/admin-shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { sectionOf } from '../sections.ts'

/** Handles an unknown address of the back office: says so, and links to the section that it seems to belong to. */
export default function AdminNotFound() {
  const section = sectionOf(useLocation().pathname)
  return (
    <>
      <title>{say.title(say.backOffice)}</title>
      <EmptyState
        heading="h1"
        title={say.notFound}
        action={
          <ButtonLink to={section?.to ?? '/admin'} size="card">
            {say.goToSection(section?.label ?? say.dashboard)}
          </ButtonLink>
        }
      />
    </>
  )
}
