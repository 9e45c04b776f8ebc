import * as say from '#words/checkout.tsx'
import { useOffline } from '../../data/api/use-offline.ts'

/** Shown before the buyer tries: an order needs a connection to the shop, and nothing is lost. */
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
