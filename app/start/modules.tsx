import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts, useMatches } from 'react-router'
import { HELD } from './held-modules.ts'
import sheet from '../styles.css?url'

/**
 * The router's scripts. On the server its module script is written so that the browser does not run it by itself: `startModules`
 * does, after the first paint. In the browser React finds the script in the page.
 */
export const Modules = import.meta.env.SSR ? HeldModules : Scripts

function HeldModules() {
  // What a route imports later, but needs for this page.
  const later = useMatches().flatMap(({ handle, loaderData }) => (handle as LaterModules | undefined)?.modules?.(loaderData) ?? [])
  // oxlint-disable-next-line react/capitalized-calls -- its elements are needed, not what they render
  const elements = flat(Scripts({}))
  const preloads = elements.filter(({ props }) => props.rel === 'modulepreload')
  const addresses = new Set([...preloads.map(({ props }) => props.href), ...later])
  return elements
    .filter((element) => !preloads.includes(element))
    .map((element, index) =>
      // The browser ignores a script whose type it does not know.
      cloneElement(
        element,
        element.props.type === 'module'
          ? { key: index, type: HELD, 'data-preload': [...addresses].join(' '), 'data-styles': sheet, ...withoutIndents(element) }
          : { key: index },
      ),
    )
}

/** The router indents its manifest, a third of the script. */
function withoutIndents({ props: { dangerouslySetInnerHTML: code } }: ReactElement<Attributes>): Attributes {
  const { __html: text } = code ?? {}
  return text === undefined ? {} : { dangerouslySetInnerHTML: { __html: text.replace(/\n */g, '\n') } }
}

/** For visitors without scripts: what answers a pointer is only in the whole sheet. */
export function WholeSheet() {
  return <noscript>{import.meta.env.SSR ? <link rel="stylesheet" href={sheet} /> : null}</noscript>
}

type LaterModules = { modules?: (loaderData: unknown) => string[] }
type Attributes = {
  rel?: string
  href?: string
  type?: string
  children?: ReactNode
  'data-preload'?: string
  'data-styles'?: string
  dangerouslySetInnerHTML?: { __html: string }
}

/** The elements without the fragments around them. */
function flat(tree: ReactNode): ReactElement<Attributes>[] {
  return Children.toArray(tree).flatMap((node) => {
    if (!isValidElement<Attributes>(node)) return []
    return typeof node.type === 'string' ? [node] : flat(node.props.children)
  })
}
