import * as say from '#words/checkout.tsx'
import { useOffline } from '../../data/api/use-offline.ts'

/** Said before the buyer tries: an order cannot be placed without the shop, and nothing of it is lost. */
export function NeedsLine() {
  const offline = useOffline()
  return (
    <div role="status">
      {offline ? (
        <p className="mb-5 rounded-md border border-line bg-sunken px-5 py-4">
          <b className="block font-semibold">{say.needsLine}</b>
          {say.needsLineText}
        </p>
      ) : null}
    </div>
  )
}
