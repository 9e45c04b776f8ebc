drop trigger guard_prices on public.products;
create trigger guard_prices before insert or update of price, retail_price, mrp, gst_percent, pricing_tiers, family_id on public.products
  for each row execute function private.guard_product_prices();
