/** Layout errors of the current page: sideways scroll, clipped text, broken words, content outside its box, overlapping targets. */
import type { Page } from '@playwright/test'
import { hydrated } from '../support/hydrated.ts'

/** One line per error, with the start of the element that has it. */
export async function layoutErrors(page: Page): Promise<string[]> {
  await hydrated(page, 4_000).catch(() => undefined)
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  return page.evaluate(findErrors)
}

/** Runs in the page, so it is self-contained. */
function findErrors(): string[] {
  /** Rounding of the browser, px. */
  const SLACK = 1.5
  const errors = new Set<string>()
  const width = document.documentElement.clientWidth
  const name = (element: Element): string => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 50)
    return `<${element.localName} class="${(element.getAttribute('class') ?? '').slice(0, 50)}"> ${words}`
  }
  const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element)
  const scrolls = (element: Element): boolean => /auto|scroll/.test(styleOf(element).overflowX)
  const hides = (element: Element): boolean => /hidden|clip/.test(styleOf(element).overflowX)
  const ancestors = (element: Element): Element[] => {
    const found: Element[] = []
    for (let at = element.parentElement; at; at = at.parentElement) found.push(at)
    return found
  }
  /** Text for screen readers only is in a box of one pixel on purpose. */
  const pixel = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    return box.width <= 2 && box.height <= 2 && hides(element)
  }
  const seen = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false
    if (element.closest('[inert], [aria-hidden="true"], svg, .sr-only, [data-startup-failure]')) return false
    const box = element.getBoundingClientRect()
    return box.width > 2 && box.height > 2 && !ancestors(element).some(pixel)
  }

  /** Short words whose letters are on two lines. */
  const brokenWords = (text: Node, range: Range): string[] => {
    range.selectNodeContents(text)
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size < 2) return []
    return [...(text.textContent ?? '').matchAll(/(?<![^\s(])\p{L}{2,8}(?![^\s.,:;)!?])/gu)].flatMap(({ 0: word, index }) => {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = [...range.getClientRects()].filter((rect) => rect.width > 1).map(({ top }) => top)
      return Math.max(...tops) - Math.min(...tops) > 4 ? [word] : []
    })
  }

  if (document.documentElement.scrollWidth > width + 1) errors.add(`sideways scroll: ${document.documentElement.scrollWidth} px in ${width} px`)

  // Dialogs are read from top to bottom; content beyond their side edge is not visible.
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    for (const part of [dialog, ...dialog.querySelectorAll('*')]) {
      if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 && scrolls(part) && !part.matches('input, textarea, select'))
        errors.add(`sideways scroll in a dialog: ${part.scrollWidth} px in ${part.clientWidth} px, ${name(part)}`)
    }
  }

  const all = [...document.body.querySelectorAll('*')].filter(seen)
  const isTarget = (element: Element): boolean => element.matches('a[href], button, input:not([type=hidden]), select, textarea, summary')

  for (const element of all) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    if (texts.length === 0 && !isTarget(element)) continue
    const above = ancestors(element)
    const scroller = above.find(scrolls)
    const range = document.createRange()
    const rects = texts.flatMap((text) => {
      range.selectNodeContents(text)
      return [...range.getClientRects()]
    })
    if (isTarget(element)) rects.push(element.getBoundingClientRect())
    // Text that ends in an ellipsis extends to the edge of the element that shortens it.
    const frames = [element, ...above]
    const shortener = frames.find((part) => hides(part) && (styleOf(part).textOverflow === 'ellipsis' || styleOf(part).webkitLineClamp !== 'none'))
    const end = shortener?.getBoundingClientRect()
    const left = Math.max(Math.min(...rects.map((rect) => rect.left)), end?.left ?? -Infinity)
    const right = Math.min(Math.max(...rects.map((rect) => rect.right)), end?.right ?? Infinity)
    if (!scroller && !scrolls(element) && (right > width + SLACK || left < -SLACK)) {
      // An element that a slide show or a clipped frame hides completely is not on the screen at all.
      const whole = above.some((frame) => hides(frame) && (left >= frame.getBoundingClientRect().right || right <= frame.getBoundingClientRect().left))
      if (!whole) errors.add(`outside the screen (${Math.round(left)}–${Math.round(right)} of ${width}): ${name(element)}`)
    }
    const clip = frames.slice(shortener ? frames.indexOf(shortener) + 1 : 0).find(hides)
    if (clip && texts.length > 0 && clip !== document.body && clip !== document.documentElement) {
      const frame = clip.getBoundingClientRect()
      const cut = right > frame.right + SLACK || left < frame.left - SLACK
      const gone = left >= frame.right || right <= frame.left
      if (cut && !gone) errors.add(`clipped text: ${name(element)}`)
    }
    // A long word may break anywhere; a word that people read at a glance may not.
    if (texts.length > 0 && styleOf(element).hyphens !== 'auto' && styleOf(element).wordBreak !== 'break-all') {
      for (const word of texts.flatMap((text) => brokenWords(text, range))) errors.add(`broken word “${word}”: ${name(element)}`)
    }
    // A box is an element with its own background or border: its content must stay inside it.
    const box = above.find((part) => {
      const style = styleOf(part)
      return style.borderLeftWidth !== '0px' || (style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.display !== 'inline')
    })
    if (box && box !== document.body && box !== document.documentElement && !(scroller && box.contains(scroller)) && !scrolls(box)) {
      const frame = box.getBoundingClientRect()
      const between = above.slice(0, above.indexOf(box))
      const placed = [element, ...between].some((part) => /absolute|fixed|sticky/.test(styleOf(part).position))
      if (!placed && (right > frame.right + SLACK || left < frame.left - SLACK)) errors.add(`outside its box: ${name(element)}`)
    }
  }

  /** The boxes of an element, reduced to the part that its scrolling and clipping ancestors show. */
  const shownBoxes = (element: Element): { left: number; right: number; top: number; bottom: number }[] => {
    const windows = ancestors(element)
      .filter((part) => part !== document.body && part !== document.documentElement && /auto|scroll|hidden|clip/.test(styleOf(part).overflow))
      .map((part) => part.getBoundingClientRect())
    return [...element.getClientRects()]
      .map((box) => ({
        left: Math.max(box.left, ...windows.map(({ left }) => left)),
        right: Math.min(box.right, ...windows.map(({ right }) => right)),
        top: Math.max(box.top, ...windows.map(({ top }) => top)),
        bottom: Math.min(box.bottom, ...windows.map(({ bottom }) => bottom)),
      }))
      .filter((box) => box.right - box.left > 4 && box.bottom - box.top > 4)
  }
  const layer = (element: Element): Element | null =>
    [element, ...ancestors(element)].find(
      (part) => /fixed|sticky/.test(styleOf(part).position) || (styleOf(part).position === 'absolute' && Number(styleOf(part).zIndex) > 0),
    ) ?? null
  const modal = document.querySelector('dialog[open]')
  const targets = all
    .filter((element) => isTarget(element) && (!modal || modal.contains(element)) && !element.matches('input[type=range]'))
    .map((element) => ({ element, layer: layer(element), boxes: shownBoxes(element) }))
  targets.forEach((one, place) => {
    for (const other of targets.slice(place + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue
      // A label with its field inside, or an input stretched over its own button: one control in two elements.
      if (one.element.closest('label') && one.element.closest('label') === other.element.closest('label')) continue
      // A button at the end of a field, over its padding: show password, clear.
      if (one.element.matches('input') && other.element.matches('button') && one.element.parentElement?.contains(other.element)) continue
      const overlap = one.boxes.some((a) =>
        other.boxes.some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3),
      )
      if (overlap) errors.add(`overlapping targets: ${name(one.element)} and ${name(other.element)}`)
    }
  })
  return [...errors]
}
