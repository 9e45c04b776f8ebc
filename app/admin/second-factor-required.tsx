import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/security.ts'
import { beginEnrolment, makeRecoveryCodes } from '../data/session/second-factor.ts'
import { RecoveryCodes } from '../data/security/recovery-codes.tsx'
import { SetUp } from '../data/security/set-up.tsx'
import type { SessionUser } from '../data/session/session.ts'
import { signOut } from '../data/session/sign-in.ts'
import { useSettings } from '../data/shop/use-settings.ts'
import { PanelSkeleton } from '../ui/page/panel-skeleton.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { BrandMark } from './ui/brand-mark.tsx'

type RequiredProps = {
  user: SessionUser
  /** the account has a factor that this session has not verified */ enrolled: boolean
  onDone: () => void
}

/** Shown instead of the back office to staff without the second factor that the shop requires. */
export default function SecondFactorRequired({ user, enrolled, onDone }: RequiredProps) {
  const { storeName } = useSettings()
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-sunken px-5 py-12">
      <title>{say.required}</title>
      <div className="grid w-full max-w-[620px] gap-6 rounded-lg border border-line bg-surface p-6 md:p-8">
        <span className="justify-self-center">
          <BrandMark />
        </span>
        <div className="grid gap-2">
          <h1 className="text-2xl text-balance">{say.required}</h1>
          <p className="text-ink-2">{enrolled ? say.requiredAgain : say.requiredText}</p>
        </div>
        {enrolled ? null : <Enrol user={user} issuer={storeName} onDone={onDone} />}
        <Button variant={enrolled ? 'primary' : 'quiet'} wide onClick={() => void signOut()}>
          {say.signOut}
        </Button>
      </div>
    </main>
  )
}

function Enrol({ user, issuer, onDone }: { user: SessionUser; issuer: string; onDone: () => void }) {
  // Only once: a second enrolment would invalidate the first code on the screen.
  const begun = useQuery({ queryKey: ['required-factor', user.id], queryFn: () => beginEnrolment(issuer), staleTime: Infinity, retry: false })
  const [codes, setCodes] = useState<string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function makeCodes() {
    const made = await makeRecoveryCodes(false)
    if (made.ok) setCodes(made.codes)
    else setFailure(say.codesNotMade)
  }

  if (codes) return <RecoveryCodes codes={codes} email={user.email} doneText={say.goOn} heading="h2" onDone={onDone} />
  if (failure) {
    return (
      <div className="grid gap-4">
        <p role="alert" className="rounded-sm bg-marigold-100 px-4 py-3 text-marigold-700">
          {failure}
        </p>
        <Button variant="primary" wide onClick={() => void makeCodes()}>
          {say.makeCodes}
        </Button>
        <Button wide onClick={onDone}>
          {say.goOn}
        </Button>
      </div>
    )
  }
  if (begun.isPending) return <PanelSkeleton lines={8} />
  if (!begun.data?.ok) return <ErrorPanel title={begun.data?.message ?? say.somethingWrong} onRetry={() => void begun.refetch()} />
  return <SetUp enrolment={begun.data.enrolment} heading="h2" onDone={() => void makeCodes()} />
}
