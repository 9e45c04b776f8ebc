-- the order pad: products by code or name, many at once (docs/rules.md).

create function private.pad_product(p public.products) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name, 'brand', p.brand, 'image_url', p.image_url, 'image_thumbhash', p.image_thumbhash,
    'price', p.price, 'retail_price', p.retail_price, 'mrp', p.mrp, 'gst_percent', p.gst_percent, 'hsn', p.hsn, 'unit', p.unit, 'stock', p.stock,
    'min_order_quantity', p.min_order_quantity, 'pricing_tiers', p.pricing_tiers, 'tier_group', p.tier_group, 'status', p.status)
$$;
revoke all on function private.pad_product(public.products) from public;

-- [{product_id, quantity}] on top of what the caller's cart holds, in one statement and whole or not at all. runs with the
-- caller's own rights. answers what the cart holds of each now; a product that is no longer sold is left out.
create function public.add_to_cart(p_lines jsonb) returns table (product_id uuid, quantity integer)
language sql volatile set search_path = '' as $$
  with wanted as (
    select (l ->> 'product_id')::uuid as product, sum((l ->> 'quantity')::integer) as units from jsonb_array_elements(p_lines) l group by 1)
  insert into public.cart_items as c (user_id, product_id, quantity)
  select auth.uid(), w.product, least(w.units, 99999) from wanted w join public.products p on p.id = w.product and p.status = 'active' order by w.product
  on conflict on constraint cart_items_user_id_product_id_key do update set quantity = least(c.quantity + excluded.quantity, 99999), updated_at = now()
  returning c.product_id, c.quantity
$$;
revoke all on function public.add_to_cart(jsonb) from public;
grant execute on function public.add_to_cart(jsonb) to authenticated;

-- near matches of the order pad by both: letters first (trigrams, which contain a product as soon as it is added), then what the
-- search engine means by the words, in any order, which knows a new product's words some seconds later. the engine shows what
-- has any word where nothing has all, and a line of a list carries sizes and scraps: what shares too few letters with the
-- whole text is left out. an unknown line is better than a wrong guess.
create function public.near_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 100 as $$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100 and (select private.sees_shop()))
  select t.term, 'near', private.pad_product(c.p) from terms t cross join lateral (
    select distinct on ((u.p).id) u.p, u.source, u.place from (
      (select s as p, 1 as source, row_number() over (order by extensions.similarity(t.term, s.sku) desc, s.id) as place
        from (select s.* from public.products s
          where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20) r
        join public.products s on s.id = r.id)
      union all
      (select s, 2, row_number() over (order by extensions.word_similarity(t.term, s.name) desc, s.units_sold desc, s.id)
        from (select s.id from public.products s where t.term operator(extensions.<%) s.name and s.status = 'active' limit 200) r
        join public.products s on s.id = r.id)
      union all
      (select s, 3, row_number() over () from public.suggest_products(private.search_tokens(t.term), 12) s
        where extensions.word_similarity(t.term, s.name) >= 0.3)) u
    where u.place <= 4
    order by (u.p).id, u.source, u.place) c
  order by t.term, c.source, c.place
$$;
revoke all on function public.near_order_lines(text[]) from public;
grant execute on function public.near_order_lines(text[]) to anon, authenticated;

-- products that are called exactly so, or have exactly this SKU or barcode. definer like search_products: upper() and lower() are not leakproof, so under RLS the indexes would
-- stay unused; the visitors' policy is repeated here. each text is looked up in the index by itself, because a join is planned by the
-- statistics of the table: right after a large import 1,000 texts were compared with every product, four seconds instead of a tenth.
create function public.match_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 500 as $$
  with terms as (select distinct t.term from unnest(p_terms[1:3000]) as t (term) where length(t.term) between 1 and 200 and (select private.sees_shop()))
  select t.term, 'sku', s.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where upper(p.sku) = upper(t.term) and p.status = 'active' order by p.id limit 6) s
  union all
  select t.term, 'barcode', b.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p
    where t.term ~ '^[0-9]{8,14}$' and lpad(p.barcode, 14, '0') = lpad(t.term, 14, '0') and p.barcode is not null and p.status = 'active') b
  union all
  select t.term, 'name', n.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where lower(p.name) = lower(t.term) and p.status = 'active' order by p.id limit 6) n
$$;
revoke all on function public.match_order_lines(text[]) from public;
grant execute on function public.match_order_lines(text[]) to anon, authenticated;
