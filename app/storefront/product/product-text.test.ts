import { describe, expect, it } from 'vitest'
import { lede, measurePrice, picturesOf } from './product-text.ts'

describe('product text', () => {
  it('shows a single picture twice', () => {
    const pictures = picturesOf({ name: 'Kajal', image_url: 'product_images/a.webp', image_thumbhash: null, product_images: [] })
    expect(pictures.map(({ src, closeUp }) => [src, closeUp])).toEqual([
      ['product_images/a.webp', false],
      ['product_images/a.webp', true],
    ])
  })
  it('shows no picture without one', () => {
    expect(picturesOf({ name: 'Kajal', image_url: null, image_thumbhash: null, product_images: [] })).toEqual([])
  })
  it('takes the first sentence, in English or Hindi', () => {
    expect(lede('Soft as 1.5 g of silk. Lasts all day.')).toBe('Soft as 1.5 g of silk.')
    expect(lede('काजल गहरा है। दिन भर टिके।')).toBe('काजल गहरा है।')
    expect(lede('  ')).toBeNull()
  })
  it('gives the price of one gram or millilitre half up to the paisa', () => {
    expect(measurePrice(13112, '4.2 g')).toBe('₹31.22 per g')
    expect(measurePrice(100000, '1 L')).toBe('₹1.00 per ml')
    expect(measurePrice(64900, '3 pieces')).toBe('₹216.33 per piece')
    expect(measurePrice(42500, '5 × 22 ml')).toBe('₹3.86 per ml')
    expect(measurePrice(9900, '0.35 g')).toBe('₹282.86 per g')
  })
  it('gives no measure price for one piece or an unknown measure', () => {
    expect(measurePrice(100, '1 pc')).toBeNull()
    expect(measurePrice(100, 'a box')).toBeNull()
  })
})
