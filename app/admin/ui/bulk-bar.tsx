import type { ReactNode } from 'react'
import * as say from '#words/admin-list.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { Selection } from './selection.ts'

/** Floats over the list while rows are selected: their number, their sum, and the possible actions, the most likely first. */
export function BulkBar({ selection, sum, children }: { selection: Selection; sum?: ReactNode; children: ReactNode }) {
  const count = selection.chosen.length
  return (
    <div role="status" className="contents">
      {count === 0 ? null : (
        <div className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] flex-wrap items-center gap-2 rounded-md bg-bar py-2 pr-2 pl-4 text-white shadow-float">
          <span className="font-semibold">
            {say.selected(count)} {sum === undefined ? null : <span className="font-normal opacity-90">{sum}</span>}
          </span>
          {children}
          <button
            type="button"
            aria-label={say.clearSelection}
            onClick={selection.clear}
            className="grid size-8 place-items-center rounded-sm hover:bg-white/10 touch:size-11"
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      )}
    </div>
  )
}
