-- the order pad: hundreds of typed lines are looked up in one statement, and what was found goes into the cart in one.

-- sku and name as people write them, whatever the case. pattern_ops serves equality and prefixes alike
create index products_sku_folded_idx on public.products (upper(sku) text_pattern_ops);
create index products_name_folded_idx on public.products (lower(name));

create function private.pad_product(p public.products) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name, 'brand', p.brand, 'image_url', p.image_url, 'image_thumbhash', p.image_thumbhash,
    'price', p.price, 'retail_price', p.retail_price, 'mrp', p.mrp, 'gst_percent', p.gst_percent, 'hsn', p.hsn, 'unit', p.unit, 'stock', p.stock,
    'min_order_quantity', p.min_order_quantity, 'pricing_tiers', p.pricing_tiers, 'status', p.status)
$$;
revoke all on function private.pad_product(public.products) from public;

-- products that are called exactly so. definer like search_products, and for the same reason: upper() and lower() are not
-- leakproof, so that under rls the indexes above would stay unused. the visitors' policy is repeated here.
create function public.match_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 500 as $$
  with terms as (select distinct t.term from unnest(p_terms[1:3000]) as t (term) where length(t.term) between 1 and 200)
  select t.term, 'sku', private.pad_product(p) from terms t join public.products p on upper(p.sku) = upper(t.term) where p.status = 'active'
  union all
  select t.term, 'name', n.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where lower(p.name) = lower(t.term) and p.status = 'active' order by p.id limit 6) n
$$;
revoke all on function public.match_order_lines(text[]) from public;
grant execute on function public.match_order_lines(text[]) to anon, authenticated;

-- what comes close, the closest first: a name that holds something like the text, a sku that begins alike. 25 texts at most,
-- and each ranks the first 200 that its trigrams lead to: a common word comes near thousands of names, and ranking them all
-- took seconds. enough to choose four, and a bound on what a stranger may ask.
create function public.near_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 100 as $$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100)
  select t.term, 'near', private.pad_product(c) from terms t cross join lateral (
    select p.* from (
        (select s.* from public.products s
          where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20)
        union all
        (select s.* from public.products s where t.term operator(extensions.<%) s.name and s.status = 'active' limit 200)) p
    order by greatest(extensions.word_similarity(t.term, p.name), extensions.similarity(t.term, p.sku)) desc, p.units_sold desc, p.id limit 4) c
$$;
revoke all on function public.near_order_lines(text[]) from public;
grant execute on function public.near_order_lines(text[]) to anon, authenticated;

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
grant execute on function public.add_to_cart(jsonb) to authenticated;   -- nothing for anon: the cart needs a signed-in user
