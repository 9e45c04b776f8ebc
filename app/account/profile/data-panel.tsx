import { useState } from 'react'
import * as say from '#words/profile.ts'
import { exportMyData } from '../../data/account/account.ts'
import { saveFile } from '../../data/orders/invoice.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { DeleteAccount } from './delete-account.tsx'

/** The rights under the DPDP Act: a copy of one's data, and its erasure (docs/india.md#personal-data). */
export function DataPanel() {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await exportMyData(), `shringar-my-data-${new Date().toISOString().slice(0, 10)}.json`)
      toast({ title: say.dataSaved, tone: 'success' })
    } catch {
      toast({ title: say.dataFailed, description: say.dataFailedText, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={say.yourData}>
      <p className="text-pretty text-ink-2">{say.exportText}</p>
      <Button className="mt-4" wide busy={busy} busyText={say.gathering} onClick={() => void save()}>
        {say.exportMyData}
      </Button>
      <div className="mt-6 border-t border-line pt-5">
        <p className="text-pretty text-ink-2">{say.deleteText}</p>
        <DeleteAccount />
      </div>
    </Panel>
  )
}
