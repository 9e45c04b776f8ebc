import { useState } from 'react'
import * as say from '#words/admin-family.ts'
import { Field } from '../../../ui/form/field.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { FormSection } from '../../ui/form-page.tsx'
import { choicesOf } from './draft.ts'
import { addedValues, typedValues, withoutOption } from './grid.ts'
import { OptionValue } from './option-value.tsx'
import type { FamilyFields } from './family-sections.tsx'

const MOST_OPTIONS = 3
const newId = () => crypto.randomUUID()

type EditorProps = { of: FamilyFields; /** called with the file of each uploaded swatch */ onUploaded: (path: string) => void }

/** What the products differ in, one to three options, each with its values in order. */
export function OptionsEditor({ of, onUploaded }: EditorProps) {
  const { draft, errors, set } = of
  const choices = choicesOf(draft)
  function remove(option: number) {
    const fields = withoutOption(draft, option, newId)
    if (fields === null) toast({ title: say.optionUsed, tone: 'error' })
    else set(fields)
  }
  return (
    <FormSection title={say.options} hint={say.optionsHint}>
      <div className="grid gap-6">
        {draft.options.map((option, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- an option is its place
          <div key={place} className="grid gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
            <div className="flex items-start gap-2">
              <Field
                className="min-w-0 flex-1"
                label={say.optionName(place + 1)}
                name={`option_${place}`}
                placeholder={say.optionPlaceholder[place]}
                maxLength={40}
                autoComplete="off"
                value={option}
                error={errors[`option_${place}`] ?? null}
                onChange={(event) => set({ options: draft.options.map((one, at) => (at === place ? event.target.value : one)) })}
              />
              {draft.options.length > 1 ? (
                <button
                  type="button"
                  aria-label={say.removeOption(option || say.optionName(place + 1))}
                  className="ctl ctl-quiet ctl-square mt-[34px]"
                  onClick={() => remove(place)}
                >
                  <Icon name="close" size={16} />
                </button>
              ) : null}
            </div>
            <ol aria-label={say.valuesOf(option)} className="grid gap-2">
              {(choices[place] ?? []).map((choice, at, all) => (
                <OptionValue key={choice.id} of={of} choice={choice} at={at} all={all} option={option} onUploaded={onUploaded} />
              ))}
            </ol>
            <AddValues of={of} place={place} option={option} there={(choices[place] ?? []).map(({ name }) => name)} />
          </div>
        ))}
      </div>
      {draft.options.length < MOST_OPTIONS ? (
        <button type="button" className="ctl justify-self-start" onClick={() => set((now) => ({ options: [...now.options, ''] }))}>
          <Icon name="plus" size={16} />
          {say.addOption}
        </button>
      ) : null}
    </FormSection>
  )
}

function AddValues({ of: { errors, set }, place, option, there }: { of: FamilyFields; place: number; option: string; there: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const error = errors[`add_${place}`]
  const hint = `add-${place}-hint`
  function add(text: string) {
    const names = typedValues(text, there)
    if (names.length > 0) set((now) => addedValues(now, place, names, newId))
    setTyped('')
  }
  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <input
          name={`add_${place}`}
          aria-label={say.addValuesOf(option || say.optionName(place + 1))}
          aria-describedby={hint}
          aria-invalid={error === undefined ? undefined : true}
          placeholder={say.addValues}
          className={`box w-full max-w-[420px] ${error === undefined ? '' : 'border-cancelled'}`}
          autoComplete="off"
          maxLength={4000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (!/[\r\n]/.test(text.trim())) return
            event.preventDefault()
            add(text)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add(typed)
          }}
        />
        <button type="button" className="ctl" onClick={() => add(typed)}>
          {say.add}
        </button>
      </div>
      <p id={hint} className={`text-sm ${error === undefined ? 'text-ink-2' : 'text-cancelled'}`}>
        {error ?? say.addValuesHint}
      </p>
    </div>
  )
}
