-- Events of orders, payments, stock and products for other systems of the owner.


  create table "private"."webhook_deliveries" (
    "id" bigint generated always as identity not null,
    "endpoint_id" uuid not null,
    "event_id" uuid not null default gen_random_uuid(),
    "kind" text not null,
    "object_id" uuid not null,
    "data" jsonb not null,
    "state" text not null default 'queued'::text,
    "attempts" integer not null default 0,
    "next_attempt_at" timestamp with time zone not null default now(),
    "held_until" timestamp with time zone,
    "last_status" integer,
    "last_error" text,
    "created_at" timestamp with time zone not null default now(),
    "delivered_at" timestamp with time zone
      );


alter table "private"."webhook_deliveries" enable row level security;


  create table "private"."webhook_endpoints" (
    "id" uuid not null default gen_random_uuid(),
    "url" text not null,
    "active" boolean not null default true,
    "failing_since" timestamp with time zone,
    "switched_off_at" timestamp with time zone
      );


alter table "private"."webhook_endpoints" enable row level security;

CREATE INDEX webhook_deliveries_created_idx ON private.webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_due_idx ON private.webhook_deliveries USING btree (endpoint_id, next_attempt_at, id) WHERE (state = 'queued'::text);

CREATE INDEX webhook_deliveries_object_idx ON private.webhook_deliveries USING btree (endpoint_id, object_id, id) WHERE (state = 'queued'::text);

CREATE UNIQUE INDEX webhook_deliveries_pkey ON private.webhook_deliveries USING btree (id);

CREATE UNIQUE INDEX webhook_endpoints_pkey ON private.webhook_endpoints USING btree (id);

CREATE UNIQUE INDEX webhook_endpoints_url_key ON private.webhook_endpoints USING btree (url);

alter table "private"."webhook_deliveries" add constraint "webhook_deliveries_pkey" PRIMARY KEY using index "webhook_deliveries_pkey";

alter table "private"."webhook_endpoints" add constraint "webhook_endpoints_pkey" PRIMARY KEY using index "webhook_endpoints_pkey";

alter table "private"."webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY (endpoint_id) REFERENCES private.webhook_endpoints(id) ON DELETE CASCADE not valid;

alter table "private"."webhook_deliveries" validate constraint "webhook_deliveries_endpoint_id_fkey";

alter table "private"."webhook_deliveries" add constraint "webhook_deliveries_kind_check" CHECK ((kind ~ '^[a-z]+\.[a-z_]+$'::text)) not valid;

alter table "private"."webhook_deliveries" validate constraint "webhook_deliveries_kind_check";

alter table "private"."webhook_deliveries" add constraint "webhook_deliveries_last_error_check" CHECK ((length(last_error) <= 100)) not valid;

alter table "private"."webhook_deliveries" validate constraint "webhook_deliveries_last_error_check";

alter table "private"."webhook_deliveries" add constraint "webhook_deliveries_state_check" CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'parked'::text]))) not valid;

alter table "private"."webhook_deliveries" validate constraint "webhook_deliveries_state_check";

alter table "private"."webhook_endpoints" add constraint "webhook_endpoints_url_check" CHECK (((length(url) >= 8) AND (length(url) <= 500))) not valid;

alter table "private"."webhook_endpoints" validate constraint "webhook_endpoints_url_check";

alter table "private"."webhook_endpoints" add constraint "webhook_endpoints_url_key" UNIQUE using index "webhook_endpoints_url_key";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.claim_webhooks(p_most integer)
 RETURNS TABLE(id bigint, attempts integer, url text, event_id uuid, kind text, data jsonb, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  endpoint private.webhook_endpoints;
  free integer;
begin
  -- one process claims at a time
  select e.* into endpoint from private.webhook_endpoints e where e.active for update skip locked;
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
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_webhooks(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  total integer;
begin
  delete from private.webhook_deliveries d where d.id in (
    select o.id from private.webhook_deliveries o where o.created_at < private.clock_now() - interval '30 days' order by o.created_at limit p_limit);
  get diagnostics total = row_count;
  return total;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_webhook(p_id bigint, p_attempt integer, p_status integer, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.replay_webhooks(p_since timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  total integer;
begin
  update private.webhook_deliveries d set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
    where d.created_at >= p_since and d.state <> 'queued';
  get diagnostics total = row_count;
  return total;
end $function$
;

CREATE OR REPLACE FUNCTION private.set_webhook_endpoint(p_url text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.webhook_endpoints e where p_url is null or e.url <> p_url;
  if p_url is not null then
    insert into private.webhook_endpoints (url) values (p_url)
      on conflict (url) do update set active = true, switched_off_at = null, failing_since = null where not webhook_endpoints.active;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_order_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_webhook(
    case when tg_op = 'INSERT' then 'order.placed' when new.status <> old.status then 'order.status_changed' else 'order.total_changed' end,
    new.id, jsonb_build_object('order_id', new.id, 'number', new.order_number, 'status', new.status, 'payment_state', new.payment_state,
      'total_paise', (new.total_amount * 100)::bigint, 'version', new.version));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_payment_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_webhook('payment.changed', new.order_id, jsonb_build_object('payment_id', new.id, 'order_id', new.order_id,
    'method', new.method, 'state', new.state, 'amount_paise', (new.amount * 100)::bigint));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_product_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_stock_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.webhook_endpoints e where e.active) then
    insert into private.webhook_deliveries (endpoint_id, kind, object_id, data)
      select e.id, 'stock.changed', p.id, jsonb_build_object('product_id', p.id, 'sku', p.sku, 'stock', p.stock)
      from (select distinct c.product_id from changed c) m join public.products p on p.id = m.product_id, private.webhook_endpoints e
      where e.active order by p.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_webhook(p_kind text, p_object uuid, p_data jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.webhook_deliveries (endpoint_id, kind, object_id, data)
    select e.id, p_kind, p_object, p_data from private.webhook_endpoints e where e.active
$function$
;



CREATE TRIGGER queue_placed_event AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.queue_order_event();

CREATE TRIGGER queue_step_event AFTER UPDATE OF status, total_amount ON public.orders FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.total_amount IS DISTINCT FROM new.total_amount))) EXECUTE FUNCTION private.queue_order_event();

CREATE TRIGGER queue_payment_event AFTER INSERT OR UPDATE OF state, amount, method ON public.payments FOR EACH ROW EXECUTE FUNCTION private.queue_payment_event();

CREATE TRIGGER queue_product_event_changed AFTER UPDATE ON public.products FOR EACH ROW WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])))) EXECUTE FUNCTION private.queue_product_event();

CREATE TRIGGER queue_product_event_written AFTER INSERT OR DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.queue_product_event();

CREATE TRIGGER queue_stock_event AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_stock_event();

revoke all on function private.write_webhook(text, uuid, jsonb), private.queue_order_event(), private.queue_payment_event(), private.queue_stock_event(), private.queue_product_event(),
  private.set_webhook_endpoint(text), private.claim_webhooks(integer), private.note_webhook(bigint, integer, integer, text),
  private.replay_webhooks(timestamptz), private.erase_webhooks(integer) from public;
grant execute on function private.set_webhook_endpoint(text), private.claim_webhooks(integer), private.note_webhook(bigint, integer, integer, text),
  private.erase_webhooks(integer) to shop_mail;
