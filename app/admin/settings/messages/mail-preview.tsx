import { useEffect, useRef } from 'react'

/**
 * The mail's own HTML, isolated from the styles of this page. It is in a shadow root, not in a frame, because that adapts to its height and the accessibility
 * checks of the page include it. The renderer escapes the typed text, and scripts in HTML parsed here would not run. Its links contain made-up tokens, so they
 * lead nowhere.
 */
export function MailPreview({ html, label }: { html: string; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = box.current
    if (!host) return
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    for (const link of body.querySelectorAll('a')) link.removeAttribute('href')
    const paper = document.createElement('div')
    paper.style.cssText = body.style.cssText
    paper.append(...body.childNodes)
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    shadow.replaceChildren(paper)
  }, [html])
  return <div ref={box} role="group" aria-label={label} className="overflow-x-auto rounded-sm border border-line bg-white" style={{ colorScheme: 'light' }} />
}
