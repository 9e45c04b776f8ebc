import { useId, useRef, useState } from 'react'
import * as say from '#words/order-pad.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { readListFile } from './read-file.ts'
import type { OrderPad } from './use-order-pad.ts'

/** The input for the list: typed, pasted, chosen or dropped. Files are read in the browser and never uploaded. */
export function ListInput({ pad, placeholder }: { pad: OrderPad; placeholder: string }) {
  const [fileError, setFileError] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const fileId = useId()
  const hydrated = useHydrated()
  const { status } = pad
  const error = fileError ?? (status.kind === 'nothing' ? say.nothingInIt : null)

  async function take(chosen: File | undefined) {
    if (!chosen || pad.adding) return
    const read = await readListFile(chosen)
    setFileError(read.ok ? null : read.message)
    if (!read.ok) return
    pad.type(read.text)
    await pad.check(read.text)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a file may be dropped on it; the button below does the same
    <form
      aria-label={say.yourList}
      className={`rounded-lg border bg-surface p-5 md:p-7 lg:sticky lg:top-[124px] ${over ? 'border-plum-600 shadow-[0_0_0_3px_var(--plum-100)]' : 'border-line'}`}
      onSubmit={(event) => {
        event.preventDefault()
        setFileError(null)
        void pad.check()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      {/* Until what is being added has left the list. */}
      <fieldset disabled={pad.adding} className="min-w-0">
        <TextAreaField
          label={say.yourList}
          name="list"
          rows={9}
          value={pad.text}
          error={error}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          hint={say.listHint}
          onChange={(event) => pad.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            void pad.check()
          }}
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            type="submit"
            variant={pad.pad.ready.length > 0 ? 'second' : 'primary'}
            className="flex-1 px-3! whitespace-nowrap"
            disabled={!hydrated}
            busy={status.kind === 'checking'}
            busyText={say.checking}
          >
            {say.checkTheList}
          </Button>
          <label
            htmlFor={fileId}
            className="inline-flex min-h-[48px] flex-1 cursor-pointer items-center justify-center gap-[10px] rounded-sm border-[1.5px] border-plum-600 px-3 leading-[1.15] font-semibold whitespace-nowrap text-plum-600 transition-colors duration-[140ms] focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-plum-500 hover:bg-plum-50"
          >
            <Icon name="document" size={20} className="max-sm:hidden" /> {say.uploadAFile}
            <input
              ref={file}
              id={fileId}
              type="file"
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              className="sr-only"
              disabled={!hydrated}
              onChange={(event) => {
                void take(event.target.files?.[0])
                // Reset the input, so that the same file can be chosen again after a correction.
                event.target.value = ''
              }}
            />
          </label>
        </div>
        <div className="mt-3 flex min-h-9 items-center justify-between gap-3 text-sm text-ink-2">
          <p>{say.fileStays}</p>
          {pad.text === '' ? null : (
            <button type="button" className="link px-1 py-2" onClick={pad.clear}>
              {say.clear}
            </button>
          )}
        </div>
      </fieldset>
      <noscript>
        <p className="mt-3 rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">{say.withoutScripts}</p>
      </noscript>
    </form>
  )
}
