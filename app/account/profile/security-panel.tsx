import * as say from '#words/security.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'

export function SecurityPanel() {
  return (
    <Panel title={say.security}>
      <p className="text-sm text-ink-2">{say.securityHint}</p>
      <ButtonLink to="/profile/security" wide className="mt-5">
        {say.openSecurity}
      </ButtonLink>
    </Panel>
  )
}
