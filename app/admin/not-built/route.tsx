import { useLocation } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { sections } from '../sections.ts'

/** Every area that has no screen yet says so, instead of showing an empty one. */
export default function NotBuilt() {
  const { pathname } = useLocation()
  const section = sections.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return (
    <EmptyState
      heading="h1"
      title={section && section.to !== '/admin' ? section.label : 'Back office'}
      text="This part of the back office is not built yet."
      action={<ButtonLink to="/admin/orders">Go to Orders</ButtonLink>}
    />
  )
}
