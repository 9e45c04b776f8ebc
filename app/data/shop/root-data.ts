/**
 * The shop's settings and categories come with the root of a page and are kept from screen to screen: a list that is read again,
 * offline perhaps, must not fail over them. A screen that changed the settings, or whose total was refused, asks for them too.
 */
let asked = false

export const isRootAsked = (): boolean => asked

/** @param revalidate the router's own */
export async function revalidateWithRoot(revalidate: () => Promise<void>): Promise<void> {
  asked = true
  try {
    await revalidate()
  } finally {
    asked = false
  }
}
