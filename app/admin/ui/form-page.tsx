import { useRef } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/admin-form.ts'
import * as shellWords from '#words/admin-shell.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import type { EditForm } from '../../ui/form/use-edit-form.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { PageHead } from './page-head.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'

type FormPageProps = {
  title: string
  back: { to: string; label: string }
  actions?: ReactNode
  form: EditForm
  /** shown above the form: a StaleEdit */
  notice?: ReactNode
  /** settings of the whole object: status, stock, documents */
  rail?: ReactNode
  children: ReactNode
}

/** The frame of a form: errors above, settings of the whole object at the side, and a bar at the bottom that counts unsaved changes. ⌘S saves. */
export function FormPage({
  title,
  back,
  actions,
  form: { changed, saving, adding, waiting, attempt, message, errors, save, discard },
  notice,
  rail,
  children,
}: FormPageProps) {
  const form = useRef<HTMLFormElement>(null)
  useShortcuts([{ keys: 'Mod+S', label: say.save, group: shellWords.inForms, inFields: true, run: () => form.current?.requestSubmit() }])
  return (
    <>
      <PageHead title={title} back={back} actions={actions} />
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving) save()
        }}
      >
        <FormAlert message={message} fields={errors} attempt={attempt} />
        {notice}
        <div inert={adding} className={rail === undefined ? 'grid gap-4' : 'grid items-start gap-4 min-[1240px]:grid-cols-[minmax(0,1fr)_344px]'}>
          <div className="grid min-w-0 gap-4">{children}</div>
          {rail === undefined ? null : <div className="grid min-w-0 gap-4">{rail}</div>}
        </div>
        <div data-save-bar className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 md:-mx-6 md:px-6">
          <p role="status" className="mr-auto text-ink-2">
            {changed === 0 ? say.noChanges : say.unsaved(changed)}
          </p>
          <button type="button" className="ctl" disabled={changed === 0 || saving || waiting} onClick={discard}>
            {say.discard}
          </button>
          {/* never disabled: a click on it focuses the errors */}
          <button type="submit" aria-disabled={saving || waiting} className="ctl ctl-main">
            {saving ? say.saving : waiting ? say.wait : say.save}
          </button>
        </div>
      </form>
      <LeaveGuard when={changed > 0 && !saving} closing={changed > 0} title={say.leaveTitle} text={say.leaveText(changed)} stay={say.stay} leave={say.leave} />
    </>
  )
}

/** A group of fields in the form, separated by hairlines instead of nested boxes. */
export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-md border border-line p-4 md:p-5">
      <div>
        <h2>{title}</h2>
        {hint === undefined ? null : <p className="mt-1 text-ink-2">{hint}</p>}
      </div>
      {children}
    </section>
  )
}
