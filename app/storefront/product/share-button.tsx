import * as say from '#words/product.tsx'
import { Drawing } from '../../ui/pictures/icon.tsx'
import { toast } from '../../ui/overlay/toast.ts'

/** Opens the phone's share sheet; if there is none, copies the link to the clipboard. */
export function ShareButton({ name, path }: { name: string; path: string }) {
  return (
    <button
      type="button"
      onClick={() => void share(name, location.origin + path)}
      className="scripted inline-flex min-h-11 flex-none items-center gap-2 rounded-sm px-3 font-medium text-plum-600 hover:bg-plum-50"
    >
      <Drawing size={20}>
        <path d="M12 3.5V15M8 7l4-3.5L16 7M5 12v8.5h14V12" />
      </Drawing>
      <span>{say.share}</span>
    </button>
  )
}

async function share(title: string, url: string): Promise<void> {
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url })
      return
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return // the visitor closed the sheet
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: say.linkCopied, tone: 'success' })
  } catch {
    // Some browsers deny access to the clipboard; then the visitor copies the link by hand.
    toast({ title: say.copyThisLink, description: url })
  }
}
