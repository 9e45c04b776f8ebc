import { useEffect, useRef } from 'react'

/**
 * The mail's own HTML, apart from the styles of this page. In a shadow and not in a frame: it is as high as it is, and the
 * checks of the page see it. The renderer escapes what was typed; of what is parsed here no script would run. Its links
 * carry made-up tokens, so they lead nowhere.
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
