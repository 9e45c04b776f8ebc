import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function NotFound({
  title = 'Oops! Page not found',
  text = 'The address may be old, or a letter went missing on the way. Everything we sell is one step from here.',
}: {
  title?: string
  text?: string
}) {
  return (
    <div className="wrap">
      <EmptyState
        heading="h1"
        title={title}
        text={text}
        action={
          <>
            <ButtonLink to="/" variant="primary">
              Return to Home
            </ButtonLink>
            <ButtonLink to="/products" variant="second">
              Browse products
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
