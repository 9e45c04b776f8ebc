export type Section = { to: string; label: string; exact?: boolean }

/** The nine links of the sidebar (specification section 2). */
export const sections: readonly Section[] = [
  { to: '/admin', label: 'Dashboard', exact: true },
  { to: '/admin/products', label: 'Products' },
  { to: '/admin/orders', label: 'Orders', exact: true },
  { to: '/admin/orders/create', label: 'Create Manual Order' },
  { to: '/admin/customers', label: 'Customers' },
  { to: '/admin/banners', label: 'Banners' },
  { to: '/admin/discounts', label: 'Discounts' },
  { to: '/admin/settings', label: 'Settings' },
  { to: '/admin/sales-analytics', label: 'Sales Analytics' },
]
