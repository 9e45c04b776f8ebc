import { useEffect, useRef, useState } from 'react'
import * as say from '#words/security.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { confirmEnrolment } from '../session/second-factor.ts'
import type { Enrolment } from '../session/second-factor.ts'
import { CodeField, readCode } from '../session/code-field.tsx'
import { copyText } from './copy-text.ts'

type SetUpProps = { enrolment: Enrolment; /** by the heading above it */ heading?: 'h2' | 'h3'; onDone: () => void; onCancel?: () => void }

const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** Three steps: the app, the key, the first code. */
export function SetUp({ enrolment, heading: Heading = 'h3', onDone, onCancel }: SetUpProps) {
  const [text, setText] = useState('')
  const form = useSubmit(() => say.somethingWrong)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const submit = form.onSubmit(() => {
    const code = readCode(text)
    if (!code) return { errors: { code: say.typeCode } }
    return async () => {
      const result = await confirmEnrolment(enrolment.id, code)
      if (!result.ok) return { message: result.message }
      toast({ title: say.turnedOn, description: say.turnedOnText, tone: 'success' })
      onDone()
      return undefined
    }
  })

  return (
    <form noValidate aria-label={say.setUp} className="grid gap-5" onSubmit={submit}>
      <Heading ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {say.setUp}
      </Heading>
      <ol className="grid grid-cols-[minmax(0,1fr)] list-decimal gap-5 pl-6 marker:font-semibold">
        <li>
          <p className="font-[550]">{say.stepApp}</p>
          <p className="text-sm text-ink-2">{say.stepAppText}</p>
        </li>
        <li>
          <p className="font-[550]">{say.stepScan}</p>
          <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-4">
            {/* White around the code in the dark theme too: a camera needs the contrast. */}
            <img src={enrolment.qrCode} alt={say.qrCode} width={188} height={188} className="rounded-sm border border-line bg-white" />
            <div className="grid min-w-0 flex-1 basis-[220px] content-start justify-items-start gap-2">
              <p className="text-sm text-ink-2">{say.byHand}</p>
              <p data-testid="totp-secret" className="font-mono text-md leading-7 tracking-wide [overflow-wrap:anywhere]">
                {grouped(enrolment.secret)}
              </p>
              <Button size="card" onClick={() => void copyText(enrolment.secret)}>
                {say.copyKey}
              </Button>
              <a href={enrolment.uri} className={buttonClass({ variant: 'quiet', size: 'card', className: '-ml-[14px] md:hidden' })}>
                {say.onThisPhone}
              </a>
            </div>
          </div>
        </li>
        <li>
          <p className="font-[550]">{say.stepCode}</p>
          <div className="mt-3 grid max-w-[420px] gap-4">
            <FormAlert message={form.message} attempt={form.attempt} />
            <CodeField
              value={text}
              error={form.errors['code'] ?? null}
              onChange={(next) => {
                setText(next)
                form.edited('code')
              }}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="primary" className="grow" busy={form.busy} busyText={say.checking}>
                {say.confirm}
              </Button>
              {onCancel ? (
                <Button variant="quiet" onClick={onCancel}>
                  {say.cancel}
                </Button>
              ) : null}
            </div>
          </div>
        </li>
      </ol>
    </form>
  )
}
