type ChoiceProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  options: Readonly<Record<Value, string>>
  onChoose: (value: Value) => void
}

/** A choice of a few options, all of them visible. */
export function Choice<Value extends string>({ legend, name, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-[550]">{legend}</legend>
      {(Object.keys(options) as Value[]).map((option) => (
        <label key={option} className="flex min-h-9 touch:min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChoose(option)}
            className="size-[18px] flex-none accent-[var(--accent)]"
          />
          {options[option]}
        </label>
      ))}
    </fieldset>
  )
}
