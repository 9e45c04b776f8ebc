-- a document names its discount by the coupon only where nothing else was taken off: the facts carry what the order kept
create or replace function private.document_facts(p_order uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'version', 1,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year, 'upi_vpa', s.upi_vpa) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'shipping_cost', o.shipping_cost, 'shipping_taxable', o.shipping_taxable, 'shipping_gst', o.shipping_gst, 'total_amount', o.total_amount,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'courier', null, 'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$$;
