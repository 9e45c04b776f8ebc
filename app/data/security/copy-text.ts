import * as say from '#words/security.ts'
import { toast } from '../../ui/toast.ts'

/** Copies, and says whether it did: without a secure address browsers refuse. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: say.copied, tone: 'success' })
  } catch {
    toast({ title: say.copyFailed, tone: 'error' })
  }
}
