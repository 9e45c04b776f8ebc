import { useQuery } from '@tanstack/react-query'
import * as say from '#words/admin-settings.ts'
import { fetchProductsBelow } from '../../data/admin/settings/settings.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Leaving demo mode with a forced rate asks for confirmation, and lists the products whose legal rate is lower (docs/rules.md#gst-rate). */
export function LeaveDemoDialog({ percent, onConfirm, onClose }: { percent: number; onConfirm: () => Promise<unknown>; onClose: () => void }) {
  const below = useQuery({ queryKey: ['products-below', percent], queryFn: () => fetchProductsBelow(percent) })
  if (below.isPending) return null
  return (
    <ConfirmDialog title={say.leaveDemo} confirm={say.leaveDemoButton} onConfirm={onConfirm} onClose={onClose}>
      {below.data ? <Below percent={percent} {...below.data} /> : <p role="alert">{below.error?.message}</p>}
      <p className="mt-3">{say.leaveDemoKeeps}</p>
    </ConfirmDialog>
  )
}

function Below({ percent, names, total }: { percent: number } & Awaited<ReturnType<typeof fetchProductsBelow>>) {
  return (
    <>
      <p>{say.leaveDemoText(percent, total)}</p>
      <ul className="mt-3 max-h-60 overflow-y-auto">
        {names.map(({ name, gst_percent }) => (
          <li key={name} className="flex justify-between gap-4 border-b border-line py-1">
            {name} <span className="num">{say.percent(gst_percent)}</span>
          </li>
        ))}
      </ul>
      {total > names.length ? <p className="mt-2">{say.more(total - names.length)}</p> : null}
    </>
  )
}
