import * as say from '#words/security.ts'
import { toast } from '../../ui/overlay/toast.ts'

/** Copies the text and shows whether it worked: browsers refuse without HTTPS. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: say.copied, tone: 'success' })
  } catch {
    toast({ title: say.copyFailed, tone: 'error' })
  }
}
