import { useEffect, useRef } from 'react'
import * as say from '#words/security.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../orders/invoice.ts'
import { useSettings } from '../shop/use-settings.ts'
import { copyText } from './copy-text.ts'

/** Prints only the codes, without the page around them. */
function printText(text: string) {
  const frame = document.createElement('iframe')
  frame.title = say.recoveryCodes
  // Off the screen, not hidden: browsers do not print what is not displayed.
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.style.cssText = 'position:fixed;right:100%;width:600px;height:800px;border:0'
  frame.addEventListener('load', () => {
    const body = frame.contentDocument?.body
    if (!body || !frame.contentWindow) return
    const sheet = frame.contentDocument.createElement('pre')
    sheet.textContent = text
    sheet.style.fontSize = '14pt'
    body.replaceChildren(sheet)
    frame.contentWindow.addEventListener('afterprint', () => frame.remove())
    frame.contentWindow.print()
  })
  document.body.append(frame)
}

type RecoveryCodesProps = { codes: string[]; email: string; doneText?: string; /** by the heading above it */ heading?: 'h2' | 'h3'; onDone: () => void }

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, email, doneText = say.codesSaved, heading: Heading = 'h3', onDone }: RecoveryCodesProps) {
  const { storeName } = useSettings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = say.fileText(storeName, email, codes)
  return (
    <section className="grid gap-4" aria-label={say.saveCodes}>
      <Heading ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {say.saveCodes}
      </Heading>
      <p className="text-ink-2">{say.saveCodesText}</p>
      <ol aria-label={say.recoveryCodes} className="grid gap-x-8 gap-y-1 rounded-sm bg-sunken px-5 py-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button size="card" onClick={() => void copyText(codes.join('\n'))}>
          {say.copyCodes}
        </Button>
        <Button size="card" onClick={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), say.fileName)}>
          {say.downloadCodes}
        </Button>
        <Button size="card" onClick={() => printText(text)}>
          {say.printCodes}
        </Button>
      </div>
      <Button variant="primary" wide className="max-w-[420px]" onClick={onDone}>
        {doneText}
      </Button>
    </section>
  )
}
