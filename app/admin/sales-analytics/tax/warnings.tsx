import type { Warning } from '#domain/gstr1/warnings.ts'
import * as say from '#words/admin-gst.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'

/** Points that the portal or an accountant would question, with the affected numbers. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) {
    return (
      <p className="flex items-start gap-2 rounded-md border border-line bg-surface px-4 py-3">
        <Icon name="check" size={16} className="mt-[2px] flex-none text-good" />
        {say.allWell}
      </p>
    )
  }
  return (
    <section aria-labelledby="gst-warnings" className="rounded-md border border-line bg-pending-tint px-4 py-3">
      <h3 id="gst-warnings">{say.check}</h3>
      <ul className="mt-2 grid gap-2">
        {warnings.map(({ code, count, examples }) => (
          <li key={code} className="grid gap-[2px]">
            <span>{say.warnings[code](count)}</span>
            {examples.length > 0 ? (
              <span className="text-ink-2 [overflow-wrap:anywhere]">
                {examples.join(', ')}
                {count > examples.length ? ` ${say.andMore(count - examples.length)}` : ''}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
