import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/security.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { beginEnrolment, fetchSecondFactor, makeRecoveryCodes, turnOffSecondFactor } from '../session/second-factor.ts'
import type { Enrolment, SecondFactor } from '../session/second-factor.ts'
import type { SessionUser } from '../session/session.ts'
import { useSettings } from '../shop/use-settings.ts'
import { Ask } from './ask.tsx'
import type { Question } from './ask.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

/** From this many unused codes down, the panel shows a warning. */
const FEW = 3

type Stage = { at: 'rest' } | { at: 'set-up'; enrolment: Enrolment } | { at: 'codes'; codes: string[] }

/** Two-step sign-in: on, off, and the recovery codes. */
export function TwoStepPanel({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const { storeName } = useSettings()
  const key = ['second-factor', user.id]
  const state = useQuery({ queryKey: key, queryFn: fetchSecondFactor, staleTime: 0 })
  const [stage, setStage] = useState<Stage>({ at: 'rest' })
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)

  const read = () => queries.invalidateQueries({ queryKey: ['second-factor', user.id] })

  async function begin() {
    setBusy(true)
    const result = await beginEnrolment(storeName)
    setBusy(false)
    if (result.ok) setStage({ at: 'set-up', enrolment: result.enrolment })
    else toast({ title: result.message, tone: 'error' })
  }

  async function makeCodes(replace: boolean): Promise<string | null> {
    setBusy(true)
    const result = await makeRecoveryCodes(replace)
    setBusy(false)
    if (!result.ok) return result.message
    setStage({ at: 'codes', codes: result.codes })
    await read()
    return null
  }

  async function turnedOn() {
    // The sessions on other devices have ended.
    void queries.invalidateQueries({ queryKey: ['own-sessions'] })
    setStage({ at: 'rest' })
    if ((await makeCodes(false)) === null) return
    toast({ title: say.codesNotMade, tone: 'error' })
    await read()
  }

  const askTurnOff: Question = {
    title: say.turnOffQuestion,
    text: say.turnOffText,
    yes: say.turnOff,
    working: say.turningOff,
    no: say.keepOn,
    danger: true,
    async act() {
      const result = await turnOffSecondFactor()
      await read()
      if (!result.ok) return result.message
      toast({ title: say.turnedOff, tone: 'success' })
      return null
    },
  }
  const askNewCodes: Question = {
    title: say.newCodesQuestion,
    text: say.newCodesText,
    yes: say.newCodes,
    working: say.makingCodes,
    no: say.keepCodes,
    act: () => makeCodes(true),
  }

  if (state.isPending) return <PanelSkeleton lines={4} />
  // A later read that fails must not remove recovery codes, which are shown once, or a code that is being typed.
  if (!state.data || (state.isError && stage.at === 'rest')) return <ErrorPanel title={say.loadFailed} onRetry={() => void state.refetch()} />
  return (
    <Panel title={say.twoStep} end={<OnOff on={state.data.since !== null} />}>
      {stage.at === 'set-up' ? (
        <SetUp enrolment={stage.enrolment} onDone={() => void turnedOn()} onCancel={() => setStage({ at: 'rest' })} />
      ) : stage.at === 'codes' ? (
        <RecoveryCodes codes={stage.codes} email={user.email} onDone={() => setStage({ at: 'rest' })} />
      ) : state.data.since === null ? (
        <div className="grid justify-items-start gap-5">
          <p className="text-ink-2">{say.twoStepText}</p>
          <Button variant="primary" busy={busy} busyText={say.turningOn} onClick={() => void begin()}>
            {say.turnOn}
          </Button>
        </div>
      ) : (
        <WhileOn
          since={state.data.since}
          codes={state.data.codes}
          busy={busy}
          onFirstCodes={() => void makeCodes(false).then((message) => message !== null && toast({ title: message, tone: 'error' }))}
          onNewCodes={() => setQuestion(askNewCodes)}
          onTurnOff={() => setQuestion(askTurnOff)}
        />
      )}
      {question ? <Ask question={question} onClose={() => setQuestion(null)} /> : null}
    </Panel>
  )
}

function OnOff({ on }: { on: boolean }) {
  return (
    <span className={`rounded-full px-3 py-1 text-sm font-semibold ${on ? 'bg-leaf-100 text-leaf-700' : 'bg-sunken text-ink-2'}`}>{on ? say.on : say.off}</span>
  )
}

type WhileOnProps = {
  since: string
  codes: SecondFactor['codes']
  busy: boolean
  onFirstCodes: () => void
  onNewCodes: () => void
  onTurnOff: () => void
}

function WhileOn({ since, codes, busy, onFirstCodes, onNewCodes, onTurnOff }: WhileOnProps) {
  return (
    <div className="grid gap-6">
      <p className="text-ink-2">{say.onSince(formatDay(since))}</p>
      <div className="grid justify-items-start gap-3 border-t border-line pt-5">
        <h3 className="font-semibold">{say.recoveryCodes}</h3>
        <p className="text-ink-2">{say.recoveryText}</p>
        <p className="font-[550]">
          {codes ? say.codesLeft(codes.remaining, codes.total) : say.noCodes} {codes && codes.remaining <= FEW ? say.fewCodes : null}
        </p>
        <Button size="card" busy={busy} busyText={say.makingCodes} onClick={codes ? onNewCodes : onFirstCodes}>
          {codes ? say.newCodes : say.makeCodes}
        </Button>
      </div>
      <div className="border-t border-line pt-5">
        <Button size="card" variant="danger" onClick={onTurnOff}>
          {say.turnOff}
        </Button>
      </div>
    </div>
  )
}
