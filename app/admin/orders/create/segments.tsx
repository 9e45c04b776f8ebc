type SegmentsProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  options: Readonly<Record<Value, string>>
  disabled?: readonly Value[]
  onChoose: (value: Value) => void
}

/** A few options side by side; the arrow keys move between them, as with all radio buttons. */
export function Segments<Value extends string>({ legend, name, value, options, disabled = [], onChoose }: SegmentsProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-md border border-line bg-sunken p-[3px]">
        {(Object.keys(options) as Value[]).map((option) => (
          <label
            key={option}
            className="grid min-h-8 flex-auto cursor-pointer place-items-center rounded-sm px-3 font-medium text-ink-2 has-checked:bg-raised has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-ring has-disabled:cursor-not-allowed has-disabled:line-through touch:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              disabled={disabled.includes(option) && option !== value}
              onChange={() => onChoose(option)}
              className="sr-only"
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
