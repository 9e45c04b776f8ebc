import type { ReactNode } from 'react'
import * as say from '#words/returns.ts'
import type { useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

type StepFormProps = {
  form: ReturnType<typeof useSubmit>
  title: string
  intro: string
  submit: string
  wide?: boolean
  read: Parameters<ReturnType<typeof useSubmit>['onSubmit']>[0]
  onClose: () => void
  /** a field has changed */ onEdit?: () => void
  children: ReactNode
}

/** The dialog of one step of a return. */
export function StepForm({ form, title, intro, submit, wide = false, read, onClose, onEdit, children }: StepFormProps) {
  return (
    <Dialog open wide={wide} busy={form.busy} title={title} onClose={onClose}>
      <p>{intro}</p>
      <form
        noValidate
        className="mt-4 grid gap-4 text-ink"
        onSubmit={form.onSubmit(read)}
        onChange={(event) => {
          form.onChange(event)
          onEdit?.()
        }}
      >
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {say.notNow}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
            {form.busy ? say.saving : submit}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
