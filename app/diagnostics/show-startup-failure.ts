/** The id of the template that the server writes before the first script (app/start/in-head.tsx). */
export const STARTUP_FAILURE = 'startup-failure'

/** Puts the panel over the page and returns it; it needs no network, no module and no React. */
export function showStartupFailure(template: HTMLElement | null): Element | undefined {
  const panel = template instanceof HTMLTemplateElement ? template.content.firstElementChild?.cloneNode(true) : undefined
  if (!(panel instanceof Element)) return
  panel.querySelector('button')?.addEventListener('click', () => location.reload())
  return (document.body ?? document.documentElement).appendChild(panel)
}
