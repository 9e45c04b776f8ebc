// Code 128, set B: bar and space widths of the 107 signs, in modules.
const SIGNS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'.match(
    /.{6}/g,
  ) ?? []
const STOP = '2331112'
const START_B = 104

/**
 * The widths of bars and spaces in modules, beginning with a bar, without the quiet zones of ten modules on both sides.
 *
 * @returns null for an empty text, or one with other characters than ASCII 32 to 126
 */
export function code128(text: string): number[] | null {
  if (!/^[ -~]+$/.test(text)) return null
  const values = [START_B, ...Array.from(text, (sign) => sign.charCodeAt(0) - 32)]
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % 103
  return Array.from([...values, check].map((value) => SIGNS[value] ?? '').join('') + STOP, Number)
}

/** The bars as an SVG path, `width` wide and `height` high, with its upper left corner at 0,0. Empty where there is no barcode. */
export function barcodePath(text: string, width: number, height: number): string {
  const modules = code128(text) ?? []
  const total = modules.reduce((sum, module) => sum + module, 0)
  let [at, bars] = [0, '']
  for (const [place, module] of modules.entries()) {
    const w = (module / total) * width
    if (place % 2 === 0) bars += `M${at.toFixed(2)} 0h${w.toFixed(2)}v${height}h${(-w).toFixed(2)}z`
    at += w
  }
  return bars
}
