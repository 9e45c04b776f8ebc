/** Made-up exports of each system, with the errors that such files have. */
import { describe, expect, it } from 'vitest'
import { dialectOf, guessFields } from './guess-fields.ts'
import { decimalMark } from './read-number.ts'
import { readRow } from './read-row.ts'

/** Reads tab-separated lines as the import does. */
function read(...lines: string[]) {
  const [headings = [], ...rows] = lines.map((line) => line.split('\t'))
  const mapping = guessFields(headings, (place) => rows.every((cells) => (cells[place] ?? '').trim() === '')).map(({ field }) => field)
  const dialect = dialectOf(headings)
  const marks = headings.map((_, place) => decimalMark(rows.map((cells) => cells[place] ?? '')))
  const read = rows.map((cells, k) => readRow(k + 2, cells, mapping, { marks, categoryLists: dialect?.categoryLists === true }))
  return {
    dialect: dialect?.name,
    values: read.map(({ values }) => values),
    errors: read.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`)),
  }
}

describe('an export of', () => {
  it('Shopify: the filled Type is the category, HTML is text, Vendor is the brand', () => {
    const { dialect, values } = read(
      'Handle\tTitle\tBody (HTML)\tVendor\tProduct Category\tType\tPublished\tVariant SKU\tVariant Grams\tVariant Price\tVariant Compare At Price\tVariant Inventory Qty\tVariant Taxable\tVariant Barcode\tCost per item\tStatus',
      'lip\tMatte Lipstick\t<p>Our <b>Matte</b> &amp; more</p>\tNoor\t\tLipstick\ttrue\tL-1\t35.0\t449.00\t499.00\t12\ttrue\t8901030865275\t210.00\tactive',
    )
    expect(dialect).toBe('Shopify')
    expect(values).toEqual([
      {
        sku: 'L-1',
        name: 'Matte Lipstick',
        description: 'Our Matte & more',
        brand: 'Noor',
        category: 'Lipstick',
        price: 44_900,
        mrp: 49_900,
        stock: 12,
        barcode: '8901030865275',
        weight_grams: 35,
        cost: 21_000,
        status: 'active',
      },
    ])
  })
  it('WooCommerce: the deepest of several categories, and the regular price where there is no offer', () => {
    const { dialect, values, errors } = read(
      'ID\tType\tSKU\tName\tPublished\tIs featured?\tShort description\tDescription\tTax status\tTax class\tIn stock?\tStock\tWeight (kg)\tSale price\tRegular price\tCategories\tGTIN, UPC, EAN, or ISBN\tBrands',
      '7\tsimple\tW-1\tLips &amp; Eyes kit\t1\t0\t\t<p>Soft</p>\ttaxable\tstandard\t1\t9\t0.05\t90\t100\tSale, Makeup &amp; More > Lips\t\tNoor',
      '8\tsimple\tW-2\tKajal\t-1\t1\t\t\ttaxable\t\t1\t\t\t\t120\tEyes\t123\t',
    )
    expect(dialect).toBe('WooCommerce')
    expect(values[0]).toEqual({
      sku: 'W-1',
      name: 'Lips & Eyes kit',
      status: 'active',
      is_featured: false,
      description: 'Soft',
      stock: 9,
      weight_grams: 50,
      price: 9_000,
      category: 'Makeup & More > Lips',
      brand: 'Noor',
    })
    expect(values[1]).toMatchObject({ sku: 'W-2', status: 'draft', price: 12_000, category: 'Eyes' })
    expect(errors).toEqual([[], ['barcode NOT_BARCODE']])
  })
  it('Medusa', () => {
    const { dialect, values } = read(
      'Product Id\tProduct Handle\tProduct Title\tProduct Description\tProduct Status\tProduct Type\tProduct HS Code\tVariant Id\tVariant Title\tVariant SKU\tVariant Barcode\tVariant Inventory Quantity\tPrice INR',
      'p1\trose\tRose water\tCool\tpublished\tToner\t33049990\tv1\tOne size\tM-1\t\t40\t120',
    )
    expect(dialect).toBe('Medusa')
    expect(values[0]).toEqual({
      sku: 'M-1',
      name: 'Rose water',
      description: 'Cool',
      status: 'active',
      category: 'Toner',
      hsn: '33049990',
      stock: 40,
      price: 12_000,
    })
  })
  it('Tally: units behind the numbers; what the goods cost is no price', () => {
    const summary = read('Particulars\tQuantity\tRate\tValue', 'Kajal\t24 Nos\t60.00/Nos\t1440.00', 'Bindi\t(-)3 Doz\t20.00/Doz\t60.00')
    expect(summary.dialect).toBe('Tally')
    expect(summary.values).toEqual([{ name: 'Kajal', stock: 24, stockUnit: 'Nos' }, { name: 'Bindi' }])
    expect(summary.errors).toEqual([[], ['stock NOT_COUNT']])
    const masters = read(
      'Name\tUnder\tUnits\tHSN/SAC\tGST Rate\tMRP Rate\tStandard Selling Price\tOpening Quantity\tRate',
      'Kajal\tEyes\tNos\t3304\t18 %\t99.00/Nos\t89.00/Nos\t3 Doz\t60.00/Nos',
    )
    expect(masters.values[0]).toEqual({
      name: 'Kajal',
      category: 'Eyes',
      unit: 'Nos',
      hsn: '3304',
      gst_percent: 18,
      mrp: 9_900,
      price: 8_900,
      priceUnit: 'Nos',
      stock: 3,
      stockUnit: 'Doz',
    })
  })
  it('Busy', () => {
    const { dialect, values } = read(
      'Item Name\tAlias\tParent Group\tMain Unit\tHSN Code\tTax Category\tSales Price\tPurchase Price\tM.R.P.\tClosing Stock',
      'Kajal\tB-1\tEyes\tPcs\t33.04\tGST 18%\t89\t60\t99\t5 pcs',
    )
    expect(dialect).toBe('Busy')
    expect(values[0]).toMatchObject({
      name: 'Kajal',
      sku: 'B-1',
      category: 'Eyes',
      unit: 'Pcs',
      hsn: '3304',
      gst_percent: 18,
      price: 8_900,
      mrp: 9_900,
      stock: 5,
    })
  })
  it('Zoho: goods is no kind of product', () => {
    const { dialect, values } = read(
      'Item ID\tItem Name\tSKU\tHSN/SAC\tRate\tPurchase Rate\tProduct Type\tIntra State Tax Name\tIntra State Tax Rate\tUsage unit\tStock On Hand\tStatus\tEAN',
      '4601\tKajal\tZ-1\t3304\tINR 89.00\tINR 60.00\tgoods\tGST18\t18\tpcs\t12.00\tActive\t',
    )
    expect(dialect).toBe('Zoho')
    expect(values[0]).toEqual({ sku: 'Z-1', name: 'Kajal', cost: 6_000, hsn: '3304', price: 8_900, gst_percent: 18, unit: 'pcs', stock: 12, status: 'active' })
  })
  it('Amazon: a product id may be no barcode', () => {
    const { dialect, values } = read(
      'item-name\titem-description\tseller-sku\tprice\tquantity\tproduct-id-type\tasin1\tproduct-id\tmaximum-retail-price\tstatus',
      'Kajal\t<b>Black</b>\tA-1\t89.0\t7\t1\tB0ABC\tB0ABC\t99.0\tInactive',
    )
    expect(dialect).toBe('Amazon')
    expect(values[0]).toEqual({ name: 'Kajal', description: 'Black', sku: 'A-1', price: 8_900, stock: 7, mrp: 9_900, status: 'archived' })
  })
  it('Flipkart', () => {
    const { dialect, values } = read(
      'Product Title\tSeller SKU Id\tSub-category\tMRP\tYour Selling Price\tYour Stock Count\tHSN\tTax Code\tCountry Of Origin\tManufacturer Details\tListing Status',
      'Kajal\tF-1\tEyes\t99\t89\t7\t3304\tGST_18\tIndia\tNoor, Pune\tACTIVE',
    )
    expect(dialect).toBe('Flipkart')
    expect(values[0]).toEqual({
      name: 'Kajal',
      sku: 'F-1',
      category: 'Eyes',
      mrp: 9_900,
      price: 8_900,
      stock: 7,
      hsn: '3304',
      gst_percent: 18,
      country_of_origin: 'India',
      manufacturer: 'Noor, Pune',
      status: 'active',
    })
  })
  it('a shop that writes Hindi', () => {
    const { dialect, values } = read('उत्पाद\tब्रांड\tश्रेणी\tदाम\tएमआरपी\tस्टॉक\tजीएसटी', 'काजल\tनूर\tआँखें\t₹ ८९\t९९\t१२\t१८%')
    expect(dialect).toBeUndefined()
    expect(values[0]).toEqual({ name: 'काजल', brand: 'नूर', category: 'आँखें', price: 8_900, mrp: 9_900, stock: 12, gst_percent: 18 })
  })
})

describe('columns', () => {
  it('that are empty are not used, and levels of categories are joined', () => {
    const { values } = read('Name\tProduct Category\tCategory\tSub Category\tL3\tRate', 'Kajal\t\tMakeup\tEyes\tEyes\t89', 'Comb\t\tHair\t\t\t10')
    expect(values.map(({ category }) => category)).toEqual(['Makeup > Eyes', 'Hair'])
  })
})
