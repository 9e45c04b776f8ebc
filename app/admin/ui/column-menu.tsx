import * as say from '#words/admin-list.ts'
import { AdminIcon } from './admin-icon.tsx'
import { Menu } from './menu.tsx'

type ColumnMenuProps<C> = { columns: readonly C[]; isShown: (column: C) => boolean; show: (column: C, on: boolean) => void }

/** Chooses the columns of the list; stored on this device. */
export function ColumnMenu<C extends { id: string; label: string; always?: boolean }>({ columns, isShown, show }: ColumnMenuProps<C>) {
  return (
    <Menu
      label={say.columns}
      button={
        <>
          <AdminIcon name="columns" /> {say.columns}
        </>
      }
    >
      <ul className="grid min-w-[180px] gap-1 p-2">
        {columns.map((column) => (
          <li key={column.id}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover">
              <input
                type="checkbox"
                className="tick"
                checked={isShown(column)}
                disabled={column.always}
                onChange={(event) => show(column, event.target.checked)}
              />
              {column.label}
            </label>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
