/**
 * The most lines that a cart, an order list and an order hold. The database bounds the cart by the same number
 * (private.most_cart_lines), so that whatever stands in a cart can also be ordered.
 */
export const MOST_ORDER_LINES = 1000
