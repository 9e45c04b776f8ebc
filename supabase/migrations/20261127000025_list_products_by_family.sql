set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.product_conditions(p_search text, p_filters jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  pattern text := '%' || regexp_replace(lower(left(p_search, 200)), '([\\%_])', '\\\1', 'g') || '%';   -- %, _ and \ are letters here
  conditions text[] := '{}';
  hits integer;
  one text;
begin
  if p_search <> '' then
    execute format('select count(*) from (select from private.product_words w where w.words like %L limit 2000) c', pattern) into hits;
    -- a rare text is taken from the index; a common one is asked of each product as the list walks past it
    conditions := conditions || format(case when hits < 2000 then 'p.id in (select w.product_id from private.product_words w where w.words like %L)'
      else 'exists (select from private.product_words w where w.product_id = p.id and w.words like %L)' end, pattern);
  end if;
  if p_filters ? 'status' then conditions := conditions || private.one_of('p.status', p_filters -> 'status'); end if;
  if p_filters ? 'category' then conditions := conditions || private.one_of('p.category_id', p_filters -> 'category'); end if;
  if p_filters ? 'brand' then conditions := conditions || private.one_of('p.brand', p_filters -> 'brand'); end if;
  if p_filters ? 'gst' then conditions := conditions || private.one_of('p.gst_percent', p_filters -> 'gst'); end if;
  if p_filters ? 'family' then conditions := conditions || private.one_of('p.family_id', p_filters -> 'family'); end if;
  if p_filters ? 'featured' then conditions := conditions || format('p.is_featured = %L', (p_filters ->> 'featured')::boolean); end if;
  if p_filters ? 'missing' then
    select '(' || string_agg(format('p.%I is null', m.name), ' or ') || ')' into one
    from jsonb_array_elements_text(p_filters -> 'missing') m (name) where m.name in ('hsn', 'image_url', 'category_id', 'mrp', 'brand');
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_filters ? 'stock' then
    select '(' || string_agg(format('p.stock between %L and %L', (b.value ->> 0)::integer, coalesce((b.value ->> 1)::integer, 2147483647)), ' or ') || ')' into one
    from jsonb_array_elements(p_filters -> 'stock') b;
    conditions := conditions || coalesce(one, 'true');
  end if;
  return conditions || 'true'::text;
end $function$
;

CREATE OR REPLACE FUNCTION private.product_cursor(p_row text, p_sort text, p_cursor jsonb, p_upwards boolean, p_backwards boolean)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_cursor is null then 'true' else format(
    '(%7$s.%1$I %4$s %2$L::%5$s or (%7$s.%1$I = %2$L::%5$s and %7$s.id %6$s %3$L)) and %7$s.%1$I %4$s= %2$L::%5$s',
    p_sort, p_cursor ->> 0, (p_cursor ->> 1)::uuid, case when p_upwards then '>' else '<' end, private.product_sort_type(p_sort),
    case when p_backwards then '<' else '>' end, p_row) end
$function$
;

CREATE OR REPLACE FUNCTION private.product_sort_type(p_sort text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  sort_type text := case p_sort when 'name' then 'text' when 'base_price' then 'numeric' when 'stock' then 'bigint'
    when 'units_sold' then 'bigint' when 'created_at' then 'timestamptz' end;
begin
  if sort_type is null then raise exception 'Products are not sorted by %', p_sort using errcode = '22023'; end if;
  return sort_type;
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_product_groups(p_search text DEFAULT ''::text, p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'created_at'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, name text, base_price numeric, stock bigint, units_sold bigint, created_at timestamp with time zone, product jsonb, family jsonb, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  upwards boolean := p_ascending <> p_backwards;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  perform private.product_sort_type(p_sort);
  return query execute format($sql$
    with sums as (
      select coalesce(p.family_id, p.id) as id, p.family_id, min(p.name) as name, min(p.base_price) as base_price, max(p.base_price) as highest,
        sum(p.stock) as stock, sum(p.units_sold) as units_sold, max(p.created_at) as created_at, count(*) as products,
        count(*) filter (where p.status = 'active') as active, count(*) filter (where p.status = 'draft') as draft,
        count(*) filter (where p.status = 'archived') as archived
      from public.products p where %1$s group by 1, 2
    ), listed as materialized (
      select s.id, s.family_id, coalesce(f.name, s.name) as name, s.base_price, s.highest, s.stock, s.units_sold, s.created_at, s.products, s.active, s.draft, s.archived
      from sums s left join public.product_families f on f.id = s.family_id
    ), page as (
      select r.* from listed r where %2$s order by r.%3$I %4$s, r.id %5$s limit %6$s
    )
    select r.id, r.name, r.base_price, r.stock, r.units_sold, r.created_at,
      case when r.family_id is null then (
        select to_jsonb(p) - '{description,ingredients,how_to_use,manufacturer,search_text}'::text[]
          || jsonb_build_object('category', (select jsonb_build_object('name', c.name) from public.categories c where c.id = p.category_id), 'family', null)
        from public.products p where p.id = r.id) end,
      case when r.family_id is not null then jsonb_build_object('products', r.products, 'highest', r.highest,
        'of', (select count(*) from public.products p where p.family_id = r.family_id),
        'statuses', jsonb_build_object('active', r.active, 'draft', r.draft, 'archived', r.archived),
        'category', (select c.name from public.product_families f join public.categories c on c.id = f.category_id where f.id = r.family_id))
        || coalesce((select jsonb_build_object('image_url', p.image_url, 'image_thumbhash', p.image_thumbhash) from public.products p
            where p.family_id = r.family_id order by p.image_url is null, p.status <> 'active', p.created_at, p.id limit 1), '{}') end,
      (select count(*) from listed)
    from page r order by r.%3$I %4$s, r.id %5$s$sql$,
    array_to_string(private.product_conditions(p_search, p_filters), ' and '), private.product_cursor('r', p_sort, p_cursor, upwards, p_backwards), p_sort,
    case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 201));
end $function$
;

CREATE OR REPLACE FUNCTION private.dashboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  now_ timestamptz := private.clock_now();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- one pass by day; of each day also what it had sold by this time of day, for the periods that end in the middle of one
  with days as (
    select (o.created_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders, sum(o.total_amount) as amount,
      count(*) filter (where u.by_now) as orders_by_now, coalesce(sum(o.total_amount) filter (where u.by_now), 0) as amount_by_now
    from public.orders o cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::time <= (now_ at time zone 'Asia/Kolkata')::time as by_now) u
    where o.created_at >= today - interval '59 days' and o.created_at <= now_
      and private.is_sale(o.status, o.payment_state)
    group by 1
  ), periods (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(case when d.day = date_ - s.length then d.orders_by_now else d.orders end) filter (where d.day <= date_ - s.length), 0),
      'amount_before', coalesce(sum(case when d.day = date_ - s.length then d.amount_by_now else d.amount end) filter (where d.day <= date_ - s.length), 0)) as sum
    from periods s left join days d on d.day > date_ - 2 * s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_queue('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_queue('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_queue('o.status = ''processing'''),
    'refund', private.order_queue('o.payment_state = ''refund_due'''),
    'collect', private.order_queue('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 100001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 100001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $function$
;

CREATE OR REPLACE FUNCTION private.order_queue(p_where text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queue jsonb;
begin
  execute format('select jsonb_build_object(
      ''count'', (select count(*) from (select from public.orders o where %1$s limit 100001) c),
      ''oldest'', (select o.created_at from public.orders o where %1$s order by o.created_at limit 1),
      ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', coalesce(nullif(r.company_name, ''''), r.full_name),
          ''total_amount'', r.total_amount, ''created_at'', r.created_at) order by r.created_at, r.id)
        from (select o.id, o.company_name, o.full_name, o.total_amount, o.created_at from public.orders o where %1$s order by o.created_at limit 3) r), ''[]''))',
    p_where) into queue;
  return queue;
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_products(p_search text, p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'created_at'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS SETOF products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
declare
  upwards boolean := p_ascending <> p_backwards;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  perform private.product_sort_type(p_sort);
  return query execute format('select p.* from public.products p where %s and %s order by p.%I %s, p.id %s limit %s',
    array_to_string(private.product_conditions(p_search, p_filters), ' and '), private.product_cursor('p', p_sort, p_cursor, upwards, p_backwards),
    p_sort, case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $function$
;

CREATE OR REPLACE FUNCTION public.order_queue_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return jsonb_build_object(
    'accept', (select count(*) from (select from public.orders o where o.status = 'pending' and o.payment_state in ('cod_pending', 'paid') limit 100001) c),
    'verify', (select count(*) from (select from public.orders o where o.payment_state = 'awaiting_verification' limit 100001) c),
    'ship', (select count(*) from (select from public.orders o where o.status = 'processing' limit 100001) c),
    'shipped', (select count(*) from (select from public.orders o where o.status = 'shipped' limit 100001) c),
    'collect', (select count(*) from (select from public.orders o where private.is_to_collect(o.status, o.payment_state) limit 100001) c),
    'refund', (select count(*) from (select from public.orders o where o.payment_state = 'refund_due' limit 100001) c));
end $function$
;

grant execute on function public.admin_product_groups(text,jsonb,text,boolean,jsonb,boolean,integer) to authenticated;
