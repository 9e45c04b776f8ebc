/**
 * The control that is meant by a press on `pressed`: itself, or, if the page has replaced it since, the link that leads to the same place. A
 * list that is shown again has other elements for the same products. Null: it is gone.
 */
export function presentControl(pressed: Element): Element | null {
  if (pressed.isConnected) return pressed
  // Removed with a part of the page, it still lies in that part.
  const address = pressed.closest('a[href]')?.getAttribute('href')
  if (address == null) return null
  return [...document.querySelectorAll('a[href]')].find((link) => link.getAttribute('href') === address) ?? null
}
