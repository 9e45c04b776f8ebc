import * as say from '#words/not-found.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'

export function NotFound({ title = say.notFound, text = say.notFoundText }: { title?: string; text?: string }) {
  return (
    <div className="wrap">
      <EmptyState
        drawing="lost"
        heading="h1"
        title={title}
        text={text}
        action={
          <>
            <ButtonLink to="/" variant="primary">
              {say.returnToHome}
            </ButtonLink>
            <ButtonLink to="/products" variant="second">
              {say.browseProducts}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
