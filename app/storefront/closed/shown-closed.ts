/**
 * Pages that stay while the shop is closed: accounts and their orders, because mails link to them; the back office; and the pages that
 * say who the shop is and what it promised in the orders that it has. The router ignores letter case.
 */
const SHOWN =
  /^\/(dashboard|profile|my-orders|orders|notifications|order-confirmation|invoice|admin|login|register|forgot-password|reset-password|terms|privacy|shipping|refunds|contact|manifest\.webmanifest|__manifest)(\/|$)/i

export const isShownClosed = (pathname: string): boolean => SHOWN.test(pathname)
