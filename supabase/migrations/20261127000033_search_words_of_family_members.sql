drop trigger words_changed on public.products;
create trigger words_changed after update of name, sku, brand, hsn, barcode, family_id, value_1, value_2, value_3 on public.products for each row
  when ((old.name, old.sku, old.brand, old.hsn, old.barcode) is distinct from (new.name, new.sku, new.brand, new.hsn, new.barcode)) execute function private.follow_product_words();
