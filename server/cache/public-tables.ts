/**
 * The tables that visitors read and whose changes the database announces on the channel `shop_changed` (supabase/schemas/71_public_reads.sql): what
 * is cached of them is dropped when they change. A test compares this list with the triggers.
 */
export const PUBLIC_TABLES = [
  'products',
  'product_images',
  'product_families',
  'product_family_values',
  'categories',
  'banner_images',
  'own_pages',
  'page_texts',
  'settings',
  'order_steps',
] as const
