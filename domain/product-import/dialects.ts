import type { ImportField } from './fields.ts'

/**
 * The exports of other systems. A heading such as 'Type' or 'Rate' means something else in each of them, so each has its own table.
 * Headings are written as `headingWords` returns them.
 */
export type Dialect = {
  name: string
  /** Any of these lists of headings, if all of one are there, shows that a file is of this system. */
  signatures: readonly (readonly string[])[]
  /** The headings of each field; the first one whose column is not empty is taken. */
  fields: Partial<Record<ImportField, readonly string[]>>
  /** Headings that other lists use for one of our fields, and this system for something else. */
  ignored: readonly string[]
  /** A category cell lists several, separated by commas. */
  categoryLists?: true
  /** The pictures are of all rows of a handle, except those that name themselves the variant's. */
  familyPictures?: true
  /** A family has a row of its own, which its members name (`withHandles`). */
  parentRows?: true
}

export const DIALECTS: readonly Dialect[] = [
  {
    name: 'Shopify',
    signatures: [['handle', 'title', 'variant price']],
    fields: {
      sku: ['variant sku'],
      name: ['title'],
      description: ['body'],
      brand: ['vendor'],
      // The shop's own word comes before the deep taxonomy of Shopify ('Health & Beauty > Personal Care > …').
      category: ['type', 'custom product type', 'product category', 'standard product type'],
      price: ['variant price'],
      mrp: ['variant compare at price'],
      cost: ['cost per item'],
      stock: ['variant inventory qty'],
      barcode: ['variant barcode'],
      weight_grams: ['variant grams'],
      status: ['status', 'published'],
    },
    ignored: ['type', 'product category', 'published', 'variant tax code'],
    familyPictures: true,
  },
  {
    name: 'WooCommerce',
    signatures: [
      ['name', 'regular price', 'sale price', 'tax status'],
      ['name', 'regular price', 'categories'],
    ],
    fields: {
      sku: ['sku'],
      name: ['name'],
      description: ['description', 'short description'],
      brand: ['brands', 'brand'],
      category: ['categories'],
      price: ['sale price', 'regular price'],
      regular_price: ['regular price'],
      stock: ['stock'],
      barcode: ['gtin upc ean or isbn'],
      reorder_level: ['low stock amount'],
      weight_kg: ['weight kg'],
      weight_grams: ['weight g'],
      status: ['published'],
      is_featured: ['is featured'],
    },
    ignored: ['type', 'tax status', 'tax class', 'in stock', 'weight', 'description', 'short description'],
    categoryLists: true,
    parentRows: true,
  },
  {
    name: 'Medusa',
    signatures: [['product handle', 'product title', 'variant sku']],
    fields: {
      sku: ['variant sku'],
      name: ['product title'],
      description: ['product description'],
      category: ['product category 1', 'product collection title', 'product type'],
      // 'Price INR' and 'Variant Price INR': the currency is not part of a heading.
      price: ['variant price', 'price'],
      stock: ['variant inventory quantity'],
      barcode: ['variant barcode', 'variant ean', 'variant upc'],
      // Medusa's weights are grams.
      weight_grams: ['variant weight', 'product weight'],
      hsn: ['variant hs code', 'product hs code'],
      country_of_origin: ['variant origin country', 'product origin country'],
      status: ['product status'],
    },
    ignored: ['product type'],
    familyPictures: true,
  },
  {
    name: 'Tally',
    // Rates in a summary of stock are what the goods cost: they are never offered as prices.
    signatures: [
      ['particulars', 'closing balance quantity'],
      ['particulars', 'quantity', 'rate', 'value'],
      ['name', 'under', 'units'],
      ['name of item', 'under'],
    ],
    fields: {
      sku: ['part no', 'part number', 'alias', 'item code'],
      name: ['particulars', 'name of item', 'name'],
      category: ['under', 'stock group'],
      category_2: ['stock category'],
      price: ['standard selling price', 'standard price', 'selling price', 'sales price'],
      mrp: ['mrp', 'mrp rate'],
      cost: ['standard cost', 'cost price'],
      stock: [
        'closing balance quantity',
        'closing quantity',
        'quantity',
        'closing balance',
        'opening balance quantity',
        'opening quantity',
        'opening qty',
        'opening balance',
      ],
      unit: ['units', 'unit', 'base units'],
      gst_percent: ['gst rate', 'rate of gst', 'integrated tax rate', 'igst rate'],
      hsn: ['hsn sac', 'hsn code', 'hsn'],
    },
    ignored: ['rate', 'value', 'opening rate', 'opening value', 'closing rate', 'amount'],
  },
  {
    name: 'Busy',
    signatures: [
      ['item name', 'print name'],
      ['item name', 'parent group'],
      ['item name', 'main unit'],
      ['name', 'print name', 'main unit'],
    ],
    fields: {
      sku: ['alias', 'item alias', 'item code'],
      name: ['item name', 'name'],
      category: ['parent group', 'item group', 'group'],
      price: ['sales price', 'sale price', 'item sale price'],
      mrp: ['mrp', 'item mrp'],
      cost: ['purchase price'],
      stock: ['closing stock', 'closing qty', 'cl qty', 'opening stock qty', 'op stock qty', 'op stock', 'opening stock'],
      unit: ['main unit', 'unit'],
      gst_percent: ['tax category', 'tax rate', 'gst rate', 'gst'],
      hsn: ['hsn sac code', 'hsn code', 'hsn'],
    },
    ignored: ['self val price', 'min sales price', 'op stock value', 'amount'],
  },
  {
    name: 'Zoho',
    signatures: [
      ['item name', 'usage unit'],
      ['item id', 'item name', 'sku'],
      ['item name', 'rate', 'product type'],
    ],
    fields: {
      sku: ['sku'],
      name: ['item name'],
      description: ['description', 'sales description'],
      brand: ['brand'],
      category: ['category name', 'category'],
      price: ['selling price', 'rate'],
      mrp: ['mrp'],
      cost: ['purchase rate', 'purchase price'],
      stock: ['stock on hand', 'quantity available', 'opening stock'],
      unit: ['usage unit', 'unit name', 'unit'],
      gst_percent: ['intra state tax rate', 'inter state tax rate', 'tax percentage', 'tax rate'],
      hsn: ['hsn sac', 'hsn code'],
      barcode: ['ean', 'upc'],
      reorder_level: ['reorder level', 'reorder point'],
      manufacturer: ['manufacturer'],
      status: ['status'],
    },
    ignored: ['type', 'product type', 'item type', 'weight', 'size', 'account', 'tax name'],
  },
  {
    name: 'Flipkart',
    signatures: [
      ['seller sku id', 'mrp'],
      ['seller sku id', 'product title'],
      ['seller sku id', 'flipkart serial number'],
    ],
    fields: {
      sku: ['seller sku id'],
      name: ['product title', 'product name', 'model name'],
      brand: ['brand'],
      category: ['sub category', 'vertical', 'category'],
      price: ['your selling price', 'selling price'],
      mrp: ['mrp'],
      stock: ['your stock count', 'stock for buyers', 'system stock count', 'stock'],
      gst_percent: ['tax code'],
      hsn: ['hsn', 'hsn code'],
      barcode: ['ean upc', 'ean'],
      weight_kg: ['package weight kg', 'weight kg'],
      country_of_origin: ['country of origin'],
      manufacturer: ['manufacturer details', 'packer details', 'importer details'],
      status: ['listing status'],
    },
    ignored: ['status', 'weight', 'package weight', 'listing archival'],
  },
  {
    name: 'Amazon',
    signatures: [
      ['seller sku', 'asin 1'],
      ['seller sku', 'item name', 'price'],
      ['item sku', 'standard price'],
      ['sku', 'item name', 'external product id'],
    ],
    fields: {
      sku: ['seller sku', 'item sku', 'sku'],
      name: ['item name', 'product name', 'title'],
      description: ['item description', 'product description'],
      brand: ['brand name', 'brand'],
      price: ['price', 'your price', 'standard price'],
      mrp: ['maximum retail price', 'mrp', 'list price'],
      stock: ['quantity'],
      hsn: ['hsn code'],
      country_of_origin: ['country of origin', 'country region of origin'],
      manufacturer: ['manufacturer'],
      status: ['status'],
    },
    // A product id may be Amazon's own number as well as a barcode.
    ignored: ['product id', 'external product id', 'product tax code', 'amount'],
  },
]
