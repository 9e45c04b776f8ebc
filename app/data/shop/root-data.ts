/**
 * The shop's settings and categories load with the root of a page and are reused from screen to screen: a list that is read again,
 * perhaps offline, must not fail because of them. A screen that changed the settings, or whose total was refused, requests them too.
 */
let asked = false

export const isRootAsked = (): boolean => asked

/** @param revalidate the router's own function */
export async function revalidateWithRoot(revalidate: () => Promise<void>): Promise<void> {
  asked = true
  try {
    await revalidate()
  } finally {
    asked = false
  }
}
