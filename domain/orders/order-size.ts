/**
 * The maximum number of lines in a cart, an order list and an order. The database limits the cart to the same number
 * (private.most_cart_lines), so that every cart can be ordered.
 */
export const MOST_ORDER_LINES = 1000
