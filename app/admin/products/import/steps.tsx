import { Link } from 'react-router'
import * as say from '#words/admin-import.ts'

export const STEPS = ['file', 'columns', 'check', 'import'] as const
export type Step = (typeof STEPS)[number]

/** The current step, with links back to the earlier ones. `locked`: rows are being written, so the earlier steps can no longer be changed. */
export function Steps({ now, locked }: { now: Step; locked: boolean }) {
  const place = STEPS.indexOf(now)
  return (
    <nav aria-label={say.stepsLabel} className="max-md:w-full">
      <ol className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {STEPS.map((step, at) => {
          const done = at < place
          const sign = (
            <span
              aria-hidden="true"
              className={`grid size-[22px] flex-none place-items-center rounded-full text-2xs font-semibold ${
                done ? 'bg-delivered-tint text-good' : at === place ? 'bg-accent text-white' : 'border border-line text-ink-2'
              }`}
            >
              {done ? '✓' : at + 1}
            </span>
          )
          return (
            <li
              key={step}
              aria-current={at === place ? 'step' : undefined}
              className={`flex items-center gap-2 ${at === place ? 'font-semibold' : 'text-ink-2'}`}
            >
              {at > 0 ? <span aria-hidden="true" className="h-px w-5 bg-line max-md:hidden" /> : null}
              {done && !locked ? (
                <Link to={{ search: step === 'file' ? '' : `step=${step}` }} className="flex min-h-8 items-center gap-2 hover:text-ink hover:underline">
                  {sign} {say.steps[step]}
                </Link>
              ) : (
                <span className="flex min-h-8 items-center gap-2">
                  {sign} {say.steps[step]}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The bar at the bottom of a step: its status, and the next action. */
export function StepFoot({ children, text }: { children: React.ReactNode; text: React.ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 md:-mx-6 md:px-6">
      <div className="mr-auto min-w-0 text-ink-2">{text}</div>
      {children}
    </div>
  )
}
