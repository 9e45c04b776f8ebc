import { useQuery } from '@tanstack/react-query'
import { fetchImports } from '../../../data/admin/products/imports.ts'
import * as say from '#words/admin-import.ts'
import { Moment } from '../../ui/cells.tsx'
import { UndoImport } from './undo-import.tsx'

/** The newest imports, each with its undo. A shop that has imported nothing shows nothing. */
export function PastImports() {
  const { data: imports } = useQuery({ queryKey: ['admin-imports'], queryFn: fetchImports })
  if (imports === undefined || imports.length === 0) return null
  return (
    <section className="rounded-md border border-line">
      <h2 className="border-b border-line px-4 py-3">{say.pastImports}</h2>
      <ul>
        {imports.map(({ id, at, file_name, added, changed, undone_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 not-first:border-t not-first:border-line">
            <span className="min-w-0 flex-1">
              <span className="line-clamp-1 font-semibold break-all">{file_name}</span>
              <span className="text-ink-2">
                <Moment at={at} /> · {say.pastImport(added, changed)}
                {undone_at === null ? '' : ` · ${say.undone}`}
              </span>
            </span>
            <UndoImport id={id} fileName={file_name} undone={undone_at !== null} />
          </li>
        ))}
      </ul>
    </section>
  )
}
