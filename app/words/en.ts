/**
 * All English texts of the storefront, combined to define the type of the catalogue. Screens do not import this file: each imports its own texts from
 * '#words/<screen>.ts', so that no page downloads those of another (docs/decisions/0011).
 */
import type { ReactElement } from 'react'
import * as about from './en/about.tsx'
import * as adminShell from './en/admin-shell.ts'
import * as adminPalette from './en/admin-palette.ts'
import * as adminList from './en/admin-list.ts'
import * as adminHistory from './en/admin-history.ts'
import * as adminForm from './en/admin-form.ts'
import * as adminDashboard from './en/admin-dashboard.ts'
import * as adminComplaints from './en/admin-complaints.ts'
import * as cartLines from './en/cart-lines.ts'
import * as cart from './en/cart.tsx'
import * as categories from './en/categories.tsx'
import * as changeMyOrder from './en/change-my-order.ts'
import * as checkout from './en/checkout.tsx'
import * as contact from './en/contact.tsx'
import * as dashboard from './en/dashboard.tsx'
import * as data from './en/data.ts'
import * as diagnostics from './en/diagnostics.ts'
import * as forms from './en/forms.ts'
import * as home from './en/home.tsx'
import * as invoice from './en/invoice.ts'
import * as lists from './en/lists.ts'
import * as myCounter from './en/my-counter.ts'
import * as myOrders from './en/my-orders.ts'
import * as notFound from './en/not-found.ts'
import * as notifications from './en/notifications.ts'
import * as orderPad from './en/order-pad.tsx'
import * as order from './en/order.tsx'
import * as orders from './en/orders.ts'
import * as privacy from './en/privacy.tsx'
import * as productZoom from './en/product-zoom.ts'
import * as product from './en/product.tsx'
import * as products from './en/products.tsx'
import * as profile from './en/profile.ts'
import * as ownPage from './en/own-page.ts'
import * as pwa from './en/pwa.ts'
import * as shell from './en/shell.tsx'
import * as signIn from './en/sign-in.tsx'
import * as startup from './en/startup.ts'
import * as refunds from './en/refunds.tsx'
import * as shipping from './en/shipping.tsx'
import * as terms from './en/terms.tsx'
import * as totals from './en/totals.ts'
import * as ui from './en/ui.ts'
import * as wishlist from './en/wishlist.ts'

export const en = {
  about,
  adminShell,
  adminPalette,
  adminList,
  adminHistory,
  adminForm,
  adminDashboard,
  adminComplaints,
  cartLines,
  cart,
  categories,
  changeMyOrder,
  checkout,
  contact,
  dashboard,
  data,
  diagnostics,
  forms,
  home,
  invoice,
  lists,
  myCounter,
  myOrders,
  notFound,
  notifications,
  orderPad,
  order,
  orders,
  ownPage,
  privacy,
  productZoom,
  product,
  products,
  profile,
  pwa,
  shell,
  signIn,
  startup,
  refunds,
  shipping,
  terms,
  totals,
  ui,
  wishlist,
}

/** The type of every language: the same messages with the same parameters, translated. */
export type Words = Spoken<typeof en>

type Spoken<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Spoken<R>
    : T extends ReactElement
      ? ReactElement
      : { [K in keyof T]: Spoken<T[K]> }
