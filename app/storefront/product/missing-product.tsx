import * as say from '#words/product-missing.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { reloadPage } from '../../ui/page/reload-page.ts'
import { NotFound } from '../not-found/not-found.tsx'

export type Missing = { found: 'failed'; message: string } | { found: 'deleted' | 'nothing' }

/** The product page without a product. Loaded apart: the script budget of the product page has no room for it. `failed`: the title when it could not be read. */
export default function MissingProduct({ answer, failed }: { answer: Missing; failed: string }) {
  if (answer.found !== 'failed') return answer.found === 'deleted' ? <NotFound title={say.gone} text={say.goneText} /> : <NotFound />
  return (
    <div className="wrap grid gap-6 py-12">
      <ErrorPanel title={failed} text={say.loadFailedText} error={answer.message === '' ? undefined : new Error(answer.message)} onRetry={reloadPage} />
      <p>
        <ButtonLink to="/products" variant="second">
          {say.backToProducts}
        </ButtonLink>
      </p>
    </div>
  )
}
