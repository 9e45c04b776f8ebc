import { Link } from 'react-router'
import * as say from '#words/checkout.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { Part } from './draft.ts'

export const STEPS = ['address', 'payment', 'review'] as const
export type Step = (typeof STEPS)[number]
const names: Record<Step, string> = { address: say.address, payment: say.payment, review: say.review }

export const stepPath = (step: Step | Part) => `/checkout?step=${step}`

/** Shows the first part that still needs the buyer; parts that are done can be opened again. */
export function Steps({ current }: { current: Step }) {
  const place = STEPS.indexOf(current)
  return (
    <ol className="flex flex-wrap items-center gap-[6px] text-sm md:gap-3" aria-label={say.steps}>
      {STEPS.map((step, index) => {
        const done = index < place
        const mark = (
          <span
            aria-hidden="true"
            className={`grid size-[26px] flex-none place-items-center rounded-full text-xs font-semibold ${done ? 'bg-leaf-100 text-leaf-700' : index === place ? 'bg-plum-600 text-white' : 'border border-control text-ink-2'}`}
          >
            {done ? <Icon name="check" size={16} /> : index + 1}
          </span>
        )
        return (
          <li key={step} aria-current={index === place ? 'step' : undefined} className="flex items-center gap-[6px] md:gap-2">
            {index > 0 ? <span aria-hidden="true" className="h-px w-2 bg-control max-[359px]:hidden md:mr-1 md:w-12" /> : null}
            {done ? (
              <Link to={stepPath(step)} replace preventScrollReset className="flex min-h-11 items-center gap-[6px] text-ink-2 md:gap-2 hover:underline">
                {mark}
                {names[step]}
              </Link>
            ) : (
              <>
                {mark}
                <span className={index === place ? 'font-semibold text-plum-700' : 'text-ink-2'}>{names[step]}</span>
              </>
            )}
          </li>
        )
      })}
    </ol>
  )
}
