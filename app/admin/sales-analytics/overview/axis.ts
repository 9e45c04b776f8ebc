import * as say from '#words/admin-analytics.ts'

/** Round numbers from zero to at least `highest`, in about four steps; only whole numbers if `whole`. */
export function ticksTo(highest: number, whole = false): number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999_999) ?? 10) * power
  const step = whole ? Math.max(1, Math.ceil(nice)) : nice
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, place) => place * step)
}

/** 150000 → '1.5 L', the usual way to write large amounts in India. */
export function shortNumber(value: number): string {
  const [unit, size] = value >= 1e7 ? [say.crore, 1e7] : value >= 1e5 ? [say.lakh, 1e5] : value >= 1e3 ? [say.thousand, 1e3] : ['', 1]
  const digits = String(Number((value / size).toFixed(2)))
  return `${digits}${unit}`
}
