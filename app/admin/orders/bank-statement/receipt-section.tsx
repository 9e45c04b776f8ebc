import { useState } from 'react'
import type { OpenPayment } from '#domain/bank-statement/match.ts'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-bank-statement.ts'
import { FoldMark } from './fold-mark.tsx'
import { ReceiptRow } from './receipt-row.tsx'
import type { Line, SectionName } from './review.ts'

/** Lines rendered at once; a statement of a year has thousands that belong to no order. */
const SHOWN = 100

type SectionProps = {
  name: SectionName
  lines: readonly Line[]
  open: readonly OpenPayment[]
  onTick: (line: Line, ticked: boolean) => void
  onChoose: (line: Line, payment: OpenPayment | null) => void
}

/** The lines of one kind; those that need nothing are folded. */
export function ReceiptSection({ name, lines, open, onTick, onChoose }: SectionProps) {
  const [shown, setShown] = useState(SHOWN)
  if (lines.length === 0) return null
  const text = name === 'booked' ? null : say.sectionTexts[name]
  const list = (
    <>
      {text === null ? null : <p className="px-3 pb-3 text-ink-2">{text}</p>}
      <ul className="border-t border-line">
        {lines.slice(0, shown).map((line) => (
          <ReceiptRow
            key={line.receipt.row}
            line={line}
            open={open}
            onTick={(ticked) => onTick(line, ticked)}
            onChoose={(payment) => onChoose(line, payment)}
          />
        ))}
      </ul>
      {lines.length > shown ? (
        <p className="border-t border-line p-3">
          <button type="button" className="ctl" onClick={() => setShown(shown + SHOWN)}>
            {say.andMore(lines.length - shown)}
          </button>
        </p>
      ) : null}
    </>
  )
  const heading = (
    <h2 className="inline text-base font-semibold">
      {say.sections[name]} <span className="num font-normal text-ink-2">{groupIndian(String(lines.length))}</span>
    </h2>
  )
  return (
    <section aria-label={say.sections[name]} className="mb-4 rounded-md border border-line bg-surface">
      {name === 'exact' || name === 'check' ? (
        <>
          <div className="px-3 pt-3 pb-1">{heading}</div>
          {list}
        </>
      ) : (
        <details className="group">
          <summary className="flex min-h-11 items-center justify-between gap-3 px-3 py-2">
            {heading}
            <FoldMark />
          </summary>
          {list}
        </details>
      )}
    </section>
  )
}
