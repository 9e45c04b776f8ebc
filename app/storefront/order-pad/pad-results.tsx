import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import * as say from '#words/order-pad.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { ExampleProduct } from './example.ts'
import { Invitation } from './invitation.tsx'
import { PadRowView } from './pad-row.tsx'
import { PadSummary } from './pad-summary.tsx'
import type { OrderPad, PadReport } from './use-order-pad.ts'

const LOCKED = '[&_:is(button,input)]:cursor-not-allowed [&_:is(button,input)]:opacity-50'

/** The result of the list: each row in its place, with its price or the reason why it cannot be added. */
export function PadResults({ pad, example }: { pad: OrderPad; example: readonly ExampleProduct[] }) {
  const { status, report } = pad
  const { rows, ready } = pad.pad
  const [onlyProblems, setOnlyProblems] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const checked = status.kind === 'checked'

  useEffect(() => {
    if (!checked || heading.current === null) return
    heading.current.focus({ preventScroll: true })
    // In the two-column layout the heading is already in view; below the list it is scrolled to the top.
    if (!window.matchMedia('(min-width: 1024px)').matches) heading.current.scrollIntoView({ block: 'start' })
  }, [checked])

  if (status.kind === 'checking') return <ResultSkeleton />
  const problems = rows.length - ready.length
  const shown = onlyProblems && problems > 0 ? rows.filter((row) => row.problem !== null) : rows
  return (
    <section aria-labelledby="pad-results" className="min-w-0">
      {report ? <Report report={report} tail={pad.tail} /> : null}
      {status.kind === 'failed' ? <ErrorPanel title={say.couldNotLookUp} text={say.listIsKept} error={status.error} onRetry={() => void pad.check()} /> : null}
      {rows.length === 0 ? (
        report || status.kind === 'failed' ? null : (
          <Invitation example={example} />
        )
      ) : (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-b border-line pb-4">
            <h2 id="pad-results" ref={heading} tabIndex={-1} className="text-2xl outline-none">
              {say.rowCount(rows.length)}
            </h2>
            <p role="status" className="num flex flex-wrap gap-x-5 text-sm">
              <span className="stock">{say.ready(ready.length)}</span>
              {problems === 0 ? null : <span className="stock text-cancelled!">{say.needALook(problems)}</span>}
              {checked && status.looking ? <span className="text-ink-2">{say.lookingForNear}</span> : null}
            </p>
            {problems === 0 || (problems === rows.length && !onlyProblems) ? null : (
              <label className="flex min-h-9 cursor-pointer items-center gap-2 text-sm font-medium">
                <input
                  type="checkbox"
                  className="size-[18px] accent-plum-600"
                  checked={onlyProblems}
                  onChange={(event) => setOnlyProblems(event.target.checked)}
                />
                {say.showOnlyThose}
              </label>
            )}
          </div>
          {checked && pad.tail > 0 ? (
            <p className="num mt-4 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{say.linesLeft(groupIndian(String(MOST_ORDER_LINES)), pad.tail)}</p>
          ) : null}
          {/* Rows of a list that has changed can be read but not corrected: they would not agree with what was typed since. Nor while they are added. */}
          <fieldset disabled={pad.changed} inert={pad.adding} className={`min-w-0 ${pad.changed ? LOCKED : ''}`}>
            <ol>
              {shown.map((row) => (
                <PadRowView key={row.key} row={row} setQuantity={pad.setQuantity} choose={pad.choose} askAgain={pad.askAgain} remove={pad.remove} />
              ))}
            </ol>
          </fieldset>
          <PadSummary pad={pad} />
        </>
      )}
    </section>
  )
}

function Report({ report: { products, units, left }, tail }: { report: PadReport; tail: number }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-leaf-100 px-5 py-4 text-leaf-700 outline-offset-2"
    >
      <Icon name="check" />
      <p className="num min-w-0 flex-1 basis-[260px]">
        <b className="font-semibold">{products === 0 ? say.nothingAdded : say.added(products, units)}</b>{' '}
        {left > 0 ? say.rowsStay(left) : tail > 0 ? say.linesStay(tail) : null}
      </p>
      {products === 0 ? null : (
        <ButtonLink to="/cart" variant="second" size="card">
          {say.viewCart}
        </ButtonLink>
      )}
      {left === 0 && tail === 0 ? (
        <Link to="/products" className="link py-2">
          {say.browseProducts}
        </Link>
      ) : null}
    </div>
  )
}

function ResultSkeleton() {
  return (
    <div aria-hidden="true" className="min-w-0">
      <div className="bone h-8 w-40" />
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="grid grid-cols-[64px_1fr] gap-4 border-b border-line py-5">
          <div className="bone size-16" />
          <div className="grid content-center gap-3">
            <div className="bone h-4 w-3/5" />
            <div className="bone h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
