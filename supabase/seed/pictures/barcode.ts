// Code 128, set B: bar and space widths of the 107 signs, in modules.
const SIGNS = '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'.match(/.{6}/g) ?? []
const STOP = '2331112'

/** The bars of `text` (ASCII 32 to 126) as an SVG path, `width` wide and `height` high, with its upper left corner at 0,0. */
export function barcode(text: string, width: number, height: number): string {
  const values = [104, ...Array.from(text, (sign) => sign.charCodeAt(0) - 32)]
  const check = values.reduce((sum, value, k) => sum + value * Math.max(1, k), 0) % 103
  const modules = [...values, check].map((value) => SIGNS[value] ?? '').join('') + STOP
  const total = Array.from(modules).reduce((sum, digit) => sum + Number(digit), 0)
  let [at, bars] = [0, '']
  for (const [k, digit] of Array.from(modules).entries()) {
    const w = (Number(digit) / total) * width
    if (k % 2 === 0) bars += `M${at.toFixed(2)} 0h${w.toFixed(2)}v${height}h${(-w).toFixed(2)}z`
    at += w
  }
  return bars
}
