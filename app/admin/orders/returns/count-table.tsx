/** Lines of goods with a field for a number of pieces in each column. */
type Column = { name: string; label: string; labelOf: (goods: string) => string; of: (place: number) => number; most: (place: number) => number }

export function CountTable({
  lines,
  columns,
  onChange,
}: {
  lines: readonly { id: string; name: string; hint: string }[]
  columns: readonly Column[]
  onChange?: () => void
}) {
  return (
    <ul className="grid gap-3">
      {lines.map(({ id, name, hint }, place) => (
        <li key={id} className="grid gap-2 border-b border-line pb-3">
          <span className="[overflow-wrap:anywhere]">
            {name} <span className="text-ink-2">{hint}</span>
          </span>
          <span className="flex flex-wrap gap-3">
            {columns.map((column) => (
              <label key={column.name} className="grid gap-1 text-xs text-ink-2">
                <span aria-hidden="true">{column.label}</span>
                <input
                  type="number"
                  name={`${column.name}-${id}`}
                  aria-label={column.labelOf(name)}
                  inputMode="numeric"
                  min={0}
                  max={column.most(place)}
                  step={1}
                  defaultValue={column.of(place)}
                  onChange={onChange}
                  className="h-9 w-[80px] rounded-sm border-[1.5px] border-control bg-surface px-2 text-ink touch:h-11"
                />
              </label>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The number of a field; null when it is no whole number of pieces. */
export function countOf(data: FormData, name: string): number | null {
  const text = data.get(name)
  return typeof text === 'string' && /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
}
