import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as say from '#words/admin-demo.ts'
import { fetchDemoSummary, removeDemo } from '../../../data/admin/settings/demo.ts'
import type { DemoSummary } from '../../../data/admin/settings/demo.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { revalidateWithRoot } from '../../../data/shop/root-data.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormSection } from '../../ui/form-page.tsx'
import { withOwnerPassword } from '../../ui/owner-password.tsx'

/** Removes the demo, for owners; nothing where there is none. */
export function RemoveDemo() {
  const summary = useQuery({ queryKey: ['demo-summary'], queryFn: fetchDemoSummary, staleTime: 0 })
  const [asked, setAsked] = useState(false)
  if (!summary.data) return null
  const onlyFiles = summary.data.products + summary.data.orders + summary.data.customers === 0 && summary.data.files > 0
  return (
    <FormSection title={say.title} hint={onlyFiles ? say.filesOnly : say.text}>
      <div>
        <button type="button" className="ctl ctl-danger" onClick={() => setAsked(true)}>
          {say.open}
        </button>
      </div>
      {asked ? <RemoveDialog summary={summary.data} onClose={() => setAsked(false)} /> : null}
    </FormSection>
  )
}

function RemoveDialog({ summary, onClose }: { summary: DemoSummary; onClose: () => void }) {
  const { storeName } = useSettings()
  const { revalidate } = useRevalidator()
  async function run() {
    const answer = await withOwnerPassword((password) => removeDemo(storeName, password))
    if (answer === null) return
    if (!answer.ok) throw new Error(say.refusals[answer.code] ?? answer.message ?? say.failed)
    const left = Number(answer.data['files_left'])
    toast({ title: say.done, ...(left > 0 ? { description: say.filesLeft(left) } : {}), tone: 'success' })
    await Promise.all([queryClient.invalidateQueries(), revalidateWithRoot(revalidate)])
  }
  return (
    <ConfirmDialog title={say.dialogTitle(storeName)} typed={storeName} confirm={say.confirm} keep={say.cancel} onConfirm={run} onClose={onClose}>
      <p>{say.goes}</p>
      <List lines={say.going(summary)} />
      <p className="mt-3">{say.stays}</p>
      <List lines={say.staying(summary)} />
      <p className="mt-3">
        {summary.own_documents === 0 ? say.numbersRestart : say.numbersGoOn} {say.thenClosed}
      </p>
    </ConfirmDialog>
  )
}

function List({ lines }: { lines: string[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
