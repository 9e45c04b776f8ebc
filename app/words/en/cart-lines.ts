/** Why a line of the cart cannot be ordered; shown by cart and checkout. */

export const outOfStock = 'Out of Stock. Please remove it to go on.'
export const onlyLeft = (stock: number) => `Only ${stock} left`
export const minimumOrder = (units: number) => `Minimum Order: ${units} units`
