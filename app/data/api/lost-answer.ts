/** No answer of the shop came, or that of a proxy: what was asked for may be done nevertheless. */
export const isLost = ({ status }: { status: number }): boolean => status === 0 || status >= 500
