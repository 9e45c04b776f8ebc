-- "what is paid per unit never above mrp" holds for a hundred units as for one. with gst on top a line is taxed as a whole: the
-- fraction of a paisa that rounding forgives a single unit comes back a hundredfold. so the guard compares mrp with the most a
-- unit can cost at any quantity, which is the exact price with gst, and for a single unit the two rounded halves.
-- domain/gst.ts, mostPaidPerUnit, is the same rule.
create or replace function private.unit_paid(price numeric, rate numeric, includes_gst boolean) returns numeric
language sql immutable set search_path = '' as $$
  select case when includes_gst then price
    else greatest(price + 2 * round(price * (rate / 2) / 100, 2), ceil(price * (100 + rate)) / 100) end
$$;
