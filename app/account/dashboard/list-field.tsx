import { useId, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import * as say from '#words/my-counter.ts'
import { saveList } from '../../data/cart/saved-list.ts'
import { Button } from '../../ui/button.tsx'

/**
 * A list to order from, checked by the order pad. It is outside the guard, because it is the same for every customer: what is typed before
 * the scripts and the session are there stays. Before scripts it is a plain form.
 */
export function ListField() {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  const send = () => {
    const text = field.current?.value ?? ''
    if (text.trim() !== '') saveList({ text, checked: true })
    void navigate('/order-pad')
  }
  return (
    <form
      action="/order-pad"
      aria-label={say.orderFromAList}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="col-span-2 flex flex-wrap justify-between gap-x-4">
        <label htmlFor={id} className="py-1 font-semibold">
          {say.orderFromAList}
        </label>
        <Link to="/order-pad" className="link py-1 text-sm">
          {say.openThePad}
        </Link>
      </div>
      <textarea
        ref={field}
        id={id}
        name="list"
        rows={1}
        placeholder={say.example}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        className="field-sizing-content max-h-[168px] min-h-[48px] w-full resize-none rounded-sm border-[1.5px] border-control bg-surface px-[14px] py-[11px] focus-visible:border-plum-600"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <Button type="submit" className="self-start px-4!">
        {say.check}
      </Button>
    </form>
  )
}
