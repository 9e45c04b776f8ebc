-- Charges beside the goods become a list on the order; delivery is its first kind. What an order charged for delivery is carried over, and
-- `shipping_cost` stays, read from the list. Frozen documents keep what they say (version 1 of their facts); new ones freeze the list.

create function private.charge_sum(charges jsonb, field text, only_kind text default null) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(sum((c.value ->> field)::numeric), 0) from jsonb_array_elements(charges) c where only_kind is null or c.value ->> 'kind' = only_kind
$$;

create function private.are_charges(charges jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(charges) = 'array' then (
    select coalesce(bool_and(case
        when jsonb_typeof(c.value) <> 'object' then false
        when (c.value ->> 'kind') ~ '^[a-z][a-z_]{0,39}$' and length(btrim(c.value ->> 'label')) between 1 and 60
          and jsonb_typeof(c.value -> 'cost') = 'number' and jsonb_typeof(c.value -> 'amount') = 'number'
          and jsonb_typeof(c.value -> 'taxable') = 'number' and jsonb_typeof(c.value -> 'gst') = 'number'
          and coalesce(jsonb_typeof(c.value -> 'rate'), 'none') in ('number', 'null')
        then (select a.cost >= a.amount and a.amount = a.taxable + a.gst and a.taxable >= 0 and a.gst >= 0 and coalesce(a.rate between 0 and 100, true)
            and (a.cost, a.amount, a.taxable, a.gst) = (round(a.cost, 2), round(a.amount, 2), round(a.taxable, 2), round(a.gst, 2))
          from jsonb_to_record(c.value) a (cost numeric, amount numeric, taxable numeric, gst numeric, rate numeric))
        else false end), true) and count(*) = count(distinct c.value ->> 'kind')
    from jsonb_array_elements(charges) c) else false end
$$;
grant execute on function private.charge_sum(jsonb, text, text), private.are_charges(jsonb) to public;   -- the constraints of orders ask them of every writer

alter table public.orders add column charges jsonb not null default '[]';

-- carried over by the owner, and no step of an order: its triggers would count it as one. what was free has no known price
alter table public.orders disable trigger user;
update public.orders o set charges = jsonb_build_array(jsonb_build_object('kind', 'delivery', 'label', 'Delivery', 'cost', o.shipping_cost,
  'amount', o.shipping_cost, 'taxable', o.shipping_taxable, 'gst', o.shipping_gst, 'rate',
  case when o.shipping_cost > 0 then (select case when min(i.rate) = max(i.rate) then min(i.rate) end from public.order_items i where i.order_id = o.id) end));
alter table public.orders enable trigger user;

alter table public.orders drop constraint orders_total;
alter table public.orders drop constraint orders_shipping;
alter table public.orders add constraint orders_charges check (private.are_charges(charges));
alter table public.orders add constraint orders_total check (total_amount = subtotal_base + total_gst + private.charge_sum(charges, 'amount'));
alter table public.orders add constraint orders_shipping check (shipping_cost = private.charge_sum(charges, 'amount', 'delivery'));
drop index public.orders_sales_idx;
alter table public.orders drop column shipping_taxable, drop column shipping_gst;
alter table public.orders add column charges_total numeric(12, 2) not null generated always as (private.charge_sum(charges, 'amount')) stored,
  add column charges_gst numeric(12, 2) not null generated always as (private.charge_sum(charges, 'gst')) stored;
create index orders_sales_idx on public.orders (created_at)
  include (id, user_id, place_of_supply, payment_method, total_amount, charges_total, discount_total, total_gst, charges_gst)
  where status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');

-- the desk writes the list; delivery's column follows
revoke insert (shipping_cost) on public.orders from shop_orders;
grant insert (charges) on public.orders to shop_orders;
create function private.read_delivery_charge() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.shipping_cost := private.charge_sum(new.charges, 'amount', 'delivery');
  return new;
end $$;
revoke all on function private.read_delivery_charge() from public;
create trigger read_delivery_charge before insert or update of charges on public.orders
  for each row when (private.are_charges(new.charges)) execute function private.read_delivery_charge();

-- facts that do not add up to the order's total are not issued
create or replace function private.document_facts(p_order uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'version', 2,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year, 'upi_vpa', s.upi_vpa) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'charges', o.charges, 'total_amount', o.total_amount,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'courier', null, 'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$$;

create function private.checked_facts(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb := private.document_facts(p_order);
  total numeric := facts #>> '{order,total_amount}';
  shown numeric := private.charge_sum(facts -> 'items', 'total') + private.charge_sum(facts #> '{order,charges}', 'amount');
begin
  if shown is distinct from total or total is distinct from (select o.total_amount from public.orders o where o.id = p_order) then
    raise exception 'The document of order % would show %, and its total is %', p_order, shown, total using errcode = '23514';
  end if;
  return facts;
end $$;
revoke all on function private.checked_facts(uuid) from public;
create or replace function private.issue_document(p_order uuid, p_kind text, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb;
  nil_rated boolean;
  taxed boolean;
  serial text;
begin
  if p_kind = 'credit_note' then
    select d.content || jsonb_build_object('reverses', jsonb_build_object('form', d.form, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at)),
        'reason', o.cancel_reason)
      into strict facts from public.documents d join public.orders o on o.id = d.order_id where d.id = p_reverses and d.order_id = p_order;
    return private.number_document(p_order, 'credit_note', 'credit_note', facts, p_reverses);
  end if;

  facts := private.checked_facts(p_order) || '{"scope": "all", "reverses": null, "reason": null}';
  select bool_or(i.rate = 0), bool_or(i.rate > 0) into nil_rated, taxed from public.order_items i where i.order_id = p_order;
  if facts -> 'seller' ->> 'gstin' is null or not taxed then   -- who is not registered may not issue a tax invoice (s.31, s.32)
    return private.number_document(p_order, 'invoice', 'bill_of_supply', facts);
  elsif not nil_rated then
    return private.number_document(p_order, 'invoice', 'tax_invoice', facts);
  elsif facts -> 'order' ->> 'gstin' is null then
    return private.number_document(p_order, 'invoice', 'invoice_cum_bill', facts);
  end if;
  serial := private.number_document(p_order, 'invoice', 'tax_invoice', facts || '{"scope": "taxed"}');
  perform private.number_document(p_order, 'invoice', 'bill_of_supply', facts || '{"scope": "nil"}');
  return serial;
end $$;

-- the back office: charges of every kind
drop function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer);
create function public.admin_orders(p_filters jsonb default '{}', p_sort text default 'placed', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns table (id uuid, created_at timestamptz, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text,
  phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric,
  charges jsonb, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text,
  version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  conditions text[] := '{}';
  categories uuid[];
  -- newest or dearest first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);

  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' then conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment'); end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then conditions := conditions || format('o.user_id = %L', (p_filters ->> 'customer')::uuid); end if;
  if p_filters ? 'product' then
    conditions := conditions || format('o.id in (select i.order_id from public.order_items i where i.product_id = %L)', (p_filters ->> 'product')::uuid);
  end if;
  if p_filters ? 'category' then
    with recursive below as (
      select (p_filters ->> 'category')::uuid as id
      union select c.id from public.categories c join below b on c.parent_id = b.id)
    select array_agg(b.id) into categories from below b;
    conditions := conditions || format('exists (select from public.order_items i join public.products g on g.id = i.product_id where i.order_id = o.id and g.category_id = any (%L))', categories);
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  if p_cursor is not null then
    conditions := conditions || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  return query execute format($query$
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure
    from (select o.* from public.orders o where %1$s order by %2$s limit %3$s) o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    left join lateral (select y.provider_reference, y.failure from public.payments y where y.order_id = o.id order by y.created_at desc limit 1) p on true
    order by %2$s$query$,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), ordering, least(greatest(p_limit, 1), 1001));
end $$;
revoke all on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer) from public;
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer) to authenticated;

create or replace function public.sales_overview(p_from date, p_to date, p_before_from date, p_before_to date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  overview jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  with sale as materialized (
    select true as this, o.id, (o.created_at at time zone interval '5 hours 30 minutes')::date as day, o.place_of_supply, o.payment_method,
      o.total_amount, o.charges_total, o.discount_total, o.total_gst + o.charges_gst as gst
    from public.orders o where o.created_at >= w.since and o.created_at < w.until and private.is_sale(o.status, o.payment_state)
    union all
    select false, o.id, (o.created_at at time zone interval '5 hours 30 minutes')::date, o.place_of_supply, o.payment_method,
      o.total_amount, o.charges_total, o.discount_total, o.total_gst + o.charges_gst
    from public.orders o where o.created_at >= w.before_since and o.created_at < w.before_until and private.is_sale(o.status, o.payment_state)
  ), lines as materialized (   -- one pass over the lines: by day, and by product. joined to the orders themselves, whose ids the planner knows to be unique
    select true as this, l.day, l.product_id, grouping(l.product_id) = 1 as by_day, sum(l.quantity) as units, sum(l.total) as revenue
    from (
      select (o.created_at at time zone interval '5 hours 30 minutes')::date as day, i.product_id, i.quantity, i.total
      from public.orders o join public.order_items i on i.order_id = o.id
      where o.created_at >= w.since and o.created_at < w.until and private.is_sale(o.status, o.payment_state)) l
    group by grouping sets ((l.day), (l.product_id))
    union all
    select false, (o.created_at at time zone interval '5 hours 30 minutes')::date, null, true, sum(i.quantity), null
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.created_at >= w.before_since and o.created_at < w.before_until and private.is_sale(o.status, o.payment_state)
    group by 2
  ), days as materialized (
    select s.this, s.day, count(*) as orders, sum(s.total_amount) as revenue, sum(s.charges_total) as charges, sum(s.discount_total) as discount, sum(s.gst) as gst
    from sale s group by s.this, s.day
  ), by_day as materialized (
    select d.*, coalesce(l.units, 0) as units from days d left join lines l on l.by_day and l.this = d.this and l.day = d.day
  ), rest as (   -- orders that are no sale: cancelled, sent back, not yet accepted or paid
    select true as this, o.status, o.payment_state, o.total_amount from public.orders o
      where o.created_at >= w.since and o.created_at < w.until and not private.is_sale(o.status, o.payment_state)
    union all
    select false, o.status, o.payment_state, o.total_amount from public.orders o
      where o.created_at >= w.before_since and o.created_at < w.before_until and not private.is_sale(o.status, o.payment_state)
  ), periods (this) as (values (true), (false)),
  figures as (
    select t.this, jsonb_build_object('orders', coalesce(s.orders, 0), 'revenue', coalesce(s.revenue, 0), 'units', coalesce(s.units, 0),
        'charges', coalesce(s.charges, 0), 'discount', coalesce(s.discount, 0), 'gst', coalesce(s.gst, 0),
        'cancelled', coalesce(r.cancelled, 0), 'cancelled_amount', coalesce(r.cancelled_amount, 0),
        'refunds', coalesce(r.refunds, 0), 'refunds_amount', coalesce(r.refunds_amount, 0),
        'waiting', coalesce(r.waiting, 0), 'waiting_amount', coalesce(r.waiting_amount, 0)) as figures
    from periods t
    left join (select d.this, sum(d.orders) as orders, sum(d.revenue) as revenue, sum(d.units) as units, sum(d.charges) as charges,
      sum(d.discount) as discount, sum(d.gst) as gst from by_day d group by d.this) s on s.this = t.this
    left join (select q.this, count(*) filter (where q.status = 'cancelled') as cancelled,
      sum(q.total_amount) filter (where q.status = 'cancelled') as cancelled_amount,
      count(*) filter (where q.payment_state in ('refund_due', 'refunded')) as refunds,
      sum(q.total_amount) filter (where q.payment_state in ('refund_due', 'refunded')) as refunds_amount,
      count(*) filter (where q.status = 'pending') as waiting,
      sum(q.total_amount) filter (where q.status = 'pending') as waiting_amount from rest q group by q.this) r on r.this = t.this
  ), series as (
    select d.this, jsonb_agg(jsonb_build_object('day', d.day, 'orders', d.orders, 'revenue', d.revenue, 'units', d.units) order by d.day) as days
    from by_day d group by d.this
  ), best as (
    select l.product_id, l.units, l.revenue from lines l where not l.by_day and l.this and l.product_id is not null
    order by l.revenue desc, l.product_id limit 8
  ), best_before as (   -- of these few alone, by their own index
    select i.product_id, sum(i.total) as revenue from public.order_items i join public.orders o on o.id = i.order_id
    where i.product_id in (select b.product_id from best b)
      and o.created_at >= w.before_since and o.created_at < w.before_until and private.is_sale(o.status, o.payment_state)
    group by 1
  ), states as (
    select s.place_of_supply as key, count(*) filter (where s.this) as orders, coalesce(sum(s.total_amount) filter (where s.this), 0) as revenue,
      coalesce(sum(s.total_amount) filter (where not s.this), 0) as revenue_before
    from sale s group by 1
  ), methods as (
    select s.payment_method as key, count(*) filter (where s.this) as orders, coalesce(sum(s.total_amount) filter (where s.this), 0) as revenue,
      coalesce(sum(s.total_amount) filter (where not s.this), 0) as revenue_before
    from sale s group by 1
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'this', (select f.figures from figures f where f.this),
    'before', (select f.figures from figures f where not f.this),
    'days', coalesce((select s.days from series s where s.this), '[]'),
    'days_before', coalesce((select s.days from series s where not s.this), '[]'),
    'products', coalesce((select jsonb_agg(jsonb_build_object('key', b.product_id, 'name', p.name, 'image_url', p.image_url, 'units', b.units, 'revenue', b.revenue,
        'revenue_before', coalesce(e.revenue, 0)) order by b.revenue desc, b.product_id)
      from best b join public.products p on p.id = b.product_id
      left join best_before e on e.product_id = b.product_id), '[]'),
    'sold', (select count(*) from lines l where not l.by_day and l.this and l.product_id is not null),
    'states', coalesce((select jsonb_agg(to_jsonb(s) order by s.revenue desc, s.key) from states s), '[]'),
    'methods', coalesce((select jsonb_agg(to_jsonb(m) order by m.revenue desc, m.key) from methods m), '[]'))
    into overview;
  return overview;
end $$;

create or replace function public.sales_breakdown(p_by text, p_from date, p_to date, p_before_from date, p_before_to date,
  p_sort text default 'revenue', p_ascending boolean default false, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  sums text;
  named text;
  sorted text;
  first_named boolean := p_sort = 'name' or p_by = 'category';   -- else only what is shown gets its name
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  sums := case when p_by in ('product', 'category') then
      'select l.product_id::text as key, sum(l.quantity) filter (where l.this) as units, sum(l.total) filter (where l.this) as revenue,
         sum(l.total) filter (where not l.this) as revenue_before, null::bigint as orders
       from (
         select true as this, i.product_id, i.quantity, i.total from public.orders o join public.order_items i on i.order_id = o.id
           where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
         union all
         select false, i.product_id, i.quantity, i.total from public.orders o join public.order_items i on i.order_id = o.id
           where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)) l
       group by l.product_id'
    when p_by in ('customer', 'state', 'payment') then format(
      'select s.%I::text as key, null::bigint as units, sum(s.total_amount) filter (where s.this) as revenue,
         sum(s.total_amount) filter (where not s.this) as revenue_before, count(*) filter (where s.this) as orders
       from sale s group by s.%1$I', case p_by when 'customer' then 'user_id' when 'state' then 'place_of_supply' else 'payment_method' end)
    end;
  if sums is null or p_sort not in ('name', 'units', 'orders', 'revenue', 'before', 'change') or p_limit not between 1 and 100000 then
    raise exception 'There is no such breakdown' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  named := case p_by
    when 'product' then 'select g.*, p.name, p.sku as detail, p.image_url from %I g left join public.products p on p.id = g.key::uuid'
    when 'customer' then 'select g.*, coalesce(nullif(p.company_name, ''''), nullif(p.full_name, '''')) as name,
        case when coalesce(p.company_name, '''') <> '''' then nullif(p.full_name, '''') end as detail, null::text as image_url
      from %I g left join public.profiles p on p.id = g.key::uuid'
    -- each category with all that stands below it: a line counts for its category and for every one above it
    when 'category' then 'select c.id::text as key, sum(g.units) as units, sum(g.revenue) as revenue, sum(g.revenue_before) as revenue_before,
        null::bigint as orders, min(c.name) as name, min(c.path) as detail, null::text as image_url
      from %I g left join public.products p on p.id = g.key::uuid
      left join (select t.id as below, a.id, a.name, a.path from tree t join tree a on a.id = any (t.line)) c on c.below = p.category_id
      group by c.id'
    else 'select g.*, g.key as name, null::text as detail, null::text as image_url from %I g' end;
  sorted := format('%s %s nulls last, x.revenue desc nulls last, x.key nulls last',
    case p_sort when 'name' then 'lower(x.name)' when 'units' then 'coalesce(x.units, 0)' when 'orders' then 'coalesce(x.orders, 0)'
      when 'before' then 'coalesce(x.revenue_before, 0)' when 'change' then 'coalesce(x.revenue, 0) - coalesce(x.revenue_before, 0)'
      else 'coalesce(x.revenue, 0)' end,
    case when p_ascending then 'asc' else 'desc' end);
  execute format(
    'with recursive tree (id, name, line, path) as (
       select c.id, c.name, array[c.id], null::text from public.categories c where c.parent_id is null
       union all
       select c.id, c.name, t.line || c.id, concat_ws('' › '', t.path, t.name) from public.categories c join tree t on c.parent_id = t.id
     ), sale as materialized (
       select true as this, o.id, o.user_id, o.place_of_supply, o.payment_method, o.total_amount, o.charges_total from public.orders o
         where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
       union all
       select false, o.id, o.user_id, o.place_of_supply, o.payment_method, o.total_amount, o.charges_total from public.orders o
         where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)
     ), sums as materialized (%s), %s
     select jsonb_build_object(
       ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''key'', c.key, ''name'', c.name, ''detail'', c.detail, ''image_url'', c.image_url,
           ''units'', coalesce(c.units, 0), ''orders'', coalesce(c.orders, 0), ''revenue'', coalesce(c.revenue, 0), ''revenue_before'', coalesce(c.revenue_before, 0)) order by c.place)
         from shown c), ''[]''),
       ''count'', (select count(*) from %s),
       ''total'', (select coalesce(sum(g.revenue), 0) from sums g),
       ''total_before'', (select coalesce(sum(g.revenue_before), 0) from sums g),
       ''units'', (select coalesce(sum(g.units), 0) from sums g),
       ''orders'', (select count(*) from sale s where s.this),
       ''charges'', (select coalesce(sum(s.charges_total), 0) from sale s where s.this))',
    sums,
    case when first_named
      then format('named as materialized (%s), shown as (
        select y.*, row_number() over () as place from (select x.* from named x order by %s limit $5) y)', format(named, 'sums'), sorted)
      else format('chosen as materialized (
        select y.*, row_number() over () as place from (select x.* from sums x order by %s limit $5) y), shown as (%s)', sorted, format(named, 'chosen')) end,
    case when first_named then 'named' else 'sums' end)
    into answer using w.since, w.until, w.before_since, w.before_until, p_limit;
  return answer || jsonb_build_object('as_of', w.as_of);
end $$;
