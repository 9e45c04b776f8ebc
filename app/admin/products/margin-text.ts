const ONE_DECIMAL = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `30.2%` */
export const percentText = (percent: number): string => `${ONE_DECIMAL.format(percent)}%`
