import { useEffect, useRef } from 'react'
import * as say from '#words/admin-form.ts'
import { changeText } from './change-text.ts'

/** A field that two people changed: its old value, its current value, and the value typed here. */
export type Conflict = { name: string; label: string; was: unknown; theirs: unknown; mine: unknown }

type StaleEditProps = {
  /** `by`: who changed the row; null if the shop itself did. `saveMine` saves again, over the current values. */
  of: { stale: { by: string | null } | null; takeTheirs: () => void; saveMine: () => void }
  conflicts: readonly Conflict[]
}

/** Shown when an edit was refused because the row had changed: both values, who changed it, and the two options (docs/rules.md#back-office-edits). */
export function StaleEdit({ of: { stale, takeTheirs, saveMine }, conflicts }: StaleEditProps) {
  const by = stale?.by ?? say.someone
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="alert" tabIndex={-1} className="grid gap-3 rounded-md bg-processing-tint p-4 text-processing">
      <p className="font-semibold">{say.changedBy(by)}</p>
      {conflicts.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- in a narrow dialog it scrolls sideways, and must be reachable by keyboard then
        <div className="overflow-x-auto" role="region" aria-label={say.changedBy(by)} tabIndex={0}>
          <table className="w-full text-left">
            <thead>
              <tr>
                {[say.field, say.itWas, say.theirs, say.yours].map((head) => (
                  <th key={head} scope="col" className={`pr-4 pb-1 font-medium max-sm:pr-2 ${head === say.itWas ? 'max-sm:hidden' : ''}`}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {conflicts.map(({ name, label, was, theirs, mine }) => (
                <tr key={name} className="[&>td]:[overflow-wrap:anywhere]">
                  <th scope="row" className="py-1 pr-4 font-medium max-sm:pr-2">
                    {label}
                  </th>
                  {/* A phone has no room for it, and the choice is between the other two. */}
                  <td className="pr-4 line-through max-sm:hidden">{changeText(was)}</td>
                  <td className="pr-4 font-semibold max-sm:pr-2">{changeText(theirs)}</td>
                  <td className="font-semibold">{changeText(mine)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="ctl" onClick={takeTheirs}>
          {say.keepTheirs}
        </button>
        <button type="button" className="ctl" onClick={saveMine}>
          {say.saveMine}
        </button>
      </div>
    </div>
  )
}

/**
 * The fields of a form that differ between what was read, what is stored now and what was typed. Saving the user's own changes keeps the other person's value
 * in fields that were not changed here.
 *
 * @param mine the fields that were changed here
 */
export function conflictsOf<Row extends Record<string, unknown>>(
  was: Row,
  theirs: Row,
  mine: Partial<Row>,
  labels: Partial<Record<keyof Row & string, string>>,
): Conflict[] {
  const text = (value: unknown) => JSON.stringify(value ?? null)
  return Object.entries(labels)
    .filter(([name]) => text(was[name]) !== text(theirs[name]) || (name in mine && text(mine[name]) !== text(theirs[name])))
    .map(([name, label]) => ({ name, label: String(label), was: was[name], theirs: theirs[name], mine: name in mine ? mine[name] : theirs[name] }))
}
