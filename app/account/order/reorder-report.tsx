import { useEffect, useRef } from 'react'
import { formatRupees } from '#domain/money/money.ts'
import type { ReorderChange, ReorderLine } from '#domain/orders/reorder.ts'
import * as say from '#words/order.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'

/**
 * Every line of the old order with its result. It takes the focus, because it is not beside the button that was pressed, and returns it
 * when it is closed.
 */
export function ReorderReport({ lines, onClose }: { lines: readonly ReorderLine[]; onClose: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const pressed = document.activeElement
    box.current?.focus()
    return () => {
      if (pressed instanceof HTMLElement) pressed.focus({ preventScroll: true })
    }
  }, [])
  const inCart = lines.filter((line) => line.adds > 0).length
  const changed = lines.some((line) => line.changes.length > 0)
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="reorder-title"
      className="mb-5 scroll-mt-24 rounded-md border border-line bg-surface p-5 outline-offset-4 md:px-7 md:py-[26px]"
    >
      <h2 id="reorder-title" className="text-2xl">
        {inCart === 0 ? say.reorderNothing : say.reordered(inCart)}
      </h2>
      <p className="mt-1 text-ink-2">{changed ? say.reorderChanged : say.reorderSame}</p>
      <ul className="mt-4 border-t border-line">
        {lines.map((line) => (
          <li key={line.productId ?? line.name} className="grid gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[1fr_auto]">
            <span className="min-w-0">
              {line.name}
              {line.changes.map((change) => (
                <span key={change.kind} className="num block text-sm font-[550] text-marigold-700">
                  {changeText(change)}
                </span>
              ))}
            </span>
            <span className={`num text-sm md:text-right ${line.adds === 0 ? 'text-ink-2' : 'font-semibold'}`}>{say.reorderUnits(line.adds, line.bought)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 max-md:*:flex-1">
        {inCart > 0 ? (
          <ButtonLink to="/cart" variant="primary">
            {say.viewCart}
          </ButtonLink>
        ) : (
          <ButtonLink to="/products">{say.browseProducts}</ButtonLink>
        )}
        <Button variant="quiet" onClick={onClose}>
          {say.closeReport}
        </Button>
      </div>
    </section>
  )
}

function changeText(change: ReorderChange): string {
  switch (change.kind) {
    case 'gone':
      return say.changeGone
    case 'sold-out':
      return say.changeSoldOut
    case 'stock':
      return say.changeStock(change.left, change.inCart)
    case 'minimum':
      return say.changeMinimum(change.minimum)
    case 'price':
      return say.changePrice(formatRupees(change.before), formatRupees(change.now))
  }
}
