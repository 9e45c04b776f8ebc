-- events of orders, payments, stock and products for the owner's other systems (docs/webhooks.md, docs/decisions/0116-webhooks.md). triggers
-- write them in the change's own transaction, so that a change that is rolled back leaves no event, and one that is committed always does. ids, states
-- and amounts alone: no name, address or telephone number.

create table private.webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  url text not null unique check (length(url) between 8 and 500),   -- with its secret a setting of the server; only the address is here
  active boolean not null default true,   -- events are written and delivered
  failing_since timestamptz,              -- of the first failure since the last success
  switched_off_at timestamptz             -- after five days of failures
);
create sequence private.webhook_deliveries_id_seq;
create table private.webhook_deliveries (
  id bigint not null default nextval('private.webhook_deliveries_id_seq'),   -- no identity, as in public.audit_log
  endpoint_id uuid not null references private.webhook_endpoints (id) on delete cascade,
  event_id uuid not null default gen_random_uuid(),   -- the same in every attempt
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  object_id uuid not null,   -- events of one object arrive in their order; those of a payment belong to its order
  data jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'parked')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  held_until timestamptz,    -- an attempt is running: no other process makes one
  last_status integer,
  last_error text check (length(last_error) <= 100),
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (id, created_at)
) partition by range (created_at);   -- a part for each month: private.erase_webhooks
alter sequence private.webhook_deliveries_id_seq owned by private.webhook_deliveries.id;
create table parts.webhook_deliveries_rest partition of private.webhook_deliveries default;
alter table parts.webhook_deliveries_rest enable row level security;
create index webhook_deliveries_due_idx on private.webhook_deliveries (endpoint_id, next_attempt_at, id) where state = 'queued';
create index webhook_deliveries_object_idx on private.webhook_deliveries (endpoint_id, object_id, id) where state = 'queued';
create index webhook_deliveries_created_idx on private.webhook_deliveries (created_at);
create index webhook_deliveries_parked_idx on private.webhook_deliveries (id) where state = 'parked';
alter table private.webhook_endpoints enable row level security;
alter table private.webhook_deliveries enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.webhook_endpoints, private.webhook_deliveries from public;

create function private.write_webhook(p_kind text, p_object uuid, p_data jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.webhook_deliveries (endpoint_id, kind, object_id, data)
    select e.id, p_kind, p_object, p_data from private.webhook_endpoints e where e.active
$$;

create function private.queue_order_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_webhook(
    case when tg_op = 'INSERT' then 'order.placed' when new.status <> old.status then 'order.status_changed' else 'order.total_changed' end,
    new.id, jsonb_build_object('order_id', new.id, 'number', new.order_number, 'status', new.status, 'payment_state', new.payment_state,
      'total_paise', (new.total_amount * 100)::bigint, 'version', new.version));
  return null;
end $$;

create function private.queue_payment_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_webhook('payment.changed', new.order_id, jsonb_build_object('payment_id', new.id, 'order_id', new.order_id,
    'method', new.method, 'state', new.state, 'amount_paise', (new.amount * 100)::bigint));
  return null;
end $$;

-- after the statement, when the products have their new stock
create function private.queue_stock_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.webhook_endpoints e where e.active) then
    insert into private.webhook_deliveries (endpoint_id, kind, object_id, data)
      select e.id, 'stock.changed', p.id, jsonb_build_object('product_id', p.id, 'sku', p.sku, 'stock', p.stock)
      from (select distinct c.product_id from changed c) m join public.products p on p.id = m.product_id, private.webhook_endpoints e
      where e.active order by p.id;
  end if;
  return null;
end $$;

-- the columns that a sale changes have their own event
create function private.queue_product_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  skipped constant text[] := '{stock,running_out,units_sold,popularity,updated_at,version,image_thumbhash}';
begin
  if not exists (select from private.webhook_endpoints e where e.active) then return null; end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - skipped = to_jsonb(old) - skipped then return null; end if;
  if tg_op = 'DELETE' then
    perform private.write_webhook('product.deleted', old.id, jsonb_build_object('product_id', old.id, 'sku', old.sku));
  else
    perform private.write_webhook(case tg_op when 'INSERT' then 'product.created' else 'product.changed' end, new.id,
      jsonb_build_object('product_id', new.id, 'sku', new.sku, 'status', new.status, 'price_paise', (new.price * 100)::bigint));
  end if;
  return null;
end $$;

create trigger queue_payment_event after insert or update of state, amount, method on public.payments
  for each row execute function private.queue_payment_event();
create trigger queue_stock_event after insert on public.stock_movements referencing new table as changed
  for each statement execute function private.queue_stock_event();
create trigger queue_product_event_written after insert or delete on public.products for each row execute function private.queue_product_event();
create trigger queue_product_event_changed after update on public.products
  for each row when (current_user <> 'shop_orders' and session_user not in ('shop_orders', 'shop_mail')) execute function private.queue_product_event();

-- the address that the server was started with; null: none. another one begins with the events from now on, and what waits for the former
-- is dropped with it. one that was switched off starts again.
create function private.set_webhook_endpoint(p_url text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.webhook_endpoints e where p_url is null or e.url <> p_url;
  if p_url is not null then
    insert into private.webhook_endpoints (url) values (p_url)
      on conflict (url) do update set active = true, switched_off_at = null, failing_since = null where not webhook_endpoints.active;
  end if;
end $$;

-- takes what is due, at most p_most at once in all processes, and holds each for half a minute. an event waits while an earlier one of its
-- object does; other objects go on. each attempt is counted before it is made.
create function private.claim_webhooks(p_most integer)
returns table (id bigint, attempts integer, url text, event_id uuid, kind text, data jsonb, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  endpoint private.webhook_endpoints;
  free integer;
begin
  -- one process claims at a time. not for update: every transaction that writes an event holds the key of the endpoint through its foreign key
  -- until it ends, so while orders overlap nothing would be claimed, and they would wait for a claim
  select e.* into endpoint from private.webhook_endpoints e where e.active for no key update skip locked;
  if endpoint.id is null then return; end if;
  select p_most - count(*) into free from private.webhook_deliveries d
    where d.endpoint_id = endpoint.id and d.state = 'queued' and d.held_until > clock_timestamp();
  if free <= 0 then return; end if;
  return query
    update private.webhook_deliveries d set attempts = d.attempts + 1, held_until = clock_timestamp() + interval '30 seconds',
      next_attempt_at = clock_timestamp() + interval '30 seconds'
    where d.id in (
      select q.id from private.webhook_deliveries q
      where q.endpoint_id = endpoint.id and q.state = 'queued' and q.next_attempt_at <= clock_timestamp()
        and not exists (select from private.webhook_deliveries b
          where b.endpoint_id = q.endpoint_id and b.object_id = q.object_id and b.state = 'queued' and b.id < q.id)
      order by q.next_attempt_at, q.id limit free)
    returning d.id, d.attempts, endpoint.url, d.event_id, d.kind, d.data, d.created_at;
end $$;

-- p_error null: it was taken. a failed one is tried again with growing pauses, each longer or shorter by up to a fifth, for about three
-- days, and is then parked, so that the next event of its object goes on. nothing if another process has taken it over
create function private.note_webhook(p_id bigint, p_attempt integer, p_status integer, p_error text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pauses constant integer[] := '{5,30,120,600,1800,3600,7200,14400,28800,43200,43200,43200,43200,43200}';   -- seconds
  endpoint uuid;
begin
  update private.webhook_deliveries d set held_until = null, last_status = p_status, last_error = p_error,
    state = case when p_error is null then 'delivered' when d.attempts > cardinality(pauses) then 'parked' else 'queued' end,
    delivered_at = case when p_error is null then clock_timestamp() end,
    next_attempt_at = clock_timestamp() + coalesce(pauses[d.attempts], 0) * (0.8 + 0.4 * random()) * interval '1 second'
    where d.id = p_id and d.attempts = p_attempt and d.state = 'queued'
    returning d.endpoint_id into endpoint;
  update private.webhook_endpoints e set
    failing_since = case when p_error is not null then coalesce(e.failing_since, clock_timestamp()) end,
    active = e.active and (p_error is null or coalesce(e.failing_since > clock_timestamp() - interval '5 days', true)),
    switched_off_at = case when p_error is not null and e.failing_since <= clock_timestamp() - interval '5 days' then clock_timestamp() end
    where e.id = endpoint and (p_error is not null or e.failing_since is not null);
end $$;

-- sends again, under the same event ids, what was delivered or parked since then
create function private.replay_webhooks(p_since timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  total integer;
begin
  update private.webhook_deliveries d set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
    where d.created_at >= p_since and d.state <> 'queued';
  get diagnostics total = row_count;
  return total;
end $$;

-- drops the part of a month which ended 30 days ago, makes those of this month and the next, and returns how many events are gone. the first
-- part has the events from before it too: of those older than the oldest event of a month that is kept, p_limit go at a time
create function private.erase_webhooks(p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer := private.drop_parts('private.webhook_deliveries', '1 month', private.clock_now() - interval '30 days');
  left_over integer;
begin
  perform private.add_parts('private.webhook_deliveries', date_trunc('month', private.clock_now() at time zone 'Asia/Kolkata')::date, '1 month');
  with old as (
    select d.id, d.created_at from private.webhook_deliveries d where d.created_at < private.clock_now() - interval '61 days'
    order by d.created_at limit p_limit)
  delete from private.webhook_deliveries d using old where d.id = old.id and d.created_at = old.created_at;
  get diagnostics left_over = row_count;
  return gone + left_over;
end $$;
select private.erase_webhooks(0);
revoke all on function private.write_webhook(text, uuid, jsonb), private.queue_order_event(), private.queue_payment_event(), private.queue_stock_event(), private.queue_product_event(),
  private.set_webhook_endpoint(text), private.claim_webhooks(integer), private.note_webhook(bigint, integer, integer, text),
  private.replay_webhooks(timestamptz), private.erase_webhooks(integer) from public;
grant execute on function private.set_webhook_endpoint(text), private.claim_webhooks(integer), private.note_webhook(bigint, integer, integer, text),
  private.erase_webhooks(integer) to shop_mail;

-- for the screen of deliveries. without the query of the address: it may have a key
create function public.webhook_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  return (select jsonb_build_object('address', regexp_replace(regexp_replace(e.url, '[?#].*$', ''), '^([a-z]+://)[^/@]*@', '\1'), 'active', e.active,
      'failing_since', e.failing_since, 'switched_off_at', e.switched_off_at,
      'queued', (select count(*) from (select from private.webhook_deliveries d where d.state = 'queued' limit 10000) q),
      'parked', (select count(*) from (select from private.webhook_deliveries d where d.state = 'parked' limit 10000) q))
    from private.webhook_endpoints e limit 1);
end $$;

-- newest first; p_state null: all. p_before and p_after: the id of the row next to which the page begins
create function public.webhook_deliveries(p_state text default null, p_before bigint default null, p_after bigint default null, p_limit integer default 50)
returns table (id bigint, event_id uuid, kind text, object_id uuid, state text, attempts integer, next_attempt_at timestamptz, last_status integer,
  last_error text, created_at timestamptz, delivered_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 50 set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  if p_after is not null then
    return query select n.* from (
      select d.id, d.event_id, d.kind, d.object_id, d.state, d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.delivered_at
      from private.webhook_deliveries d where d.id > p_after and (p_state is null or d.state = p_state)
      order by d.id limit least(greatest(p_limit, 0), 200)) n order by n.id desc;
  else
    return query select d.id, d.event_id, d.kind, d.object_id, d.state, d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.delivered_at
      from private.webhook_deliveries d where (p_before is null or d.id < p_before) and (p_state is null or d.state = p_state)
      order by d.id desc limit least(greatest(p_limit, 0), 200);
  end if;
end $$;

-- sends these again under the same event ids, or, with null, all that were given up; and switches on what failures had switched off.
-- 10,000 at once, the oldest first, so that their rows are not locked for long. returns how many: of one that waits already there is none
create function public.send_webhooks_again(p_ids bigint[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  total integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  if cardinality(p_ids) > 200 then raise exception 'At most 200 events at once' using errcode = '22023'; end if;
  update private.webhook_endpoints e set active = true, switched_off_at = null, failing_since = null where not e.active;
  update private.webhook_deliveries d set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
    where d.id in (select f.id from private.webhook_deliveries f
      where case when p_ids is null then f.state = 'parked' else f.id = any (p_ids) and f.state <> 'queued' end order by f.id limit 10000 for update);
  get diagnostics total = row_count;
  return total;
end $$;
revoke all on function public.webhook_setup(), public.webhook_deliveries(text, bigint, bigint, integer), public.send_webhooks_again(bigint[]) from public;
grant execute on function public.webhook_setup(), public.webhook_deliveries(text, bigint, bigint, integer), public.send_webhooks_again(bigint[]) to authenticated;
