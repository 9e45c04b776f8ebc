create table "public"."product_batches" (
    "id" uuid not null default gen_random_uuid(),
    "product_id" uuid not null,
    "batch" text not null,
    "expires_on" date not null,
    "made_on" date,
    "received" integer not null,
    "remaining" integer not null,
    "created_at" timestamp with time zone not null default now()
      );


alter table "public"."product_batches" enable row level security;

CREATE INDEX product_batches_expiry_idx ON public.product_batches USING btree (expires_on, id) WHERE (remaining > 0);

CREATE UNIQUE INDEX product_batches_pkey ON public.product_batches USING btree (id);

CREATE UNIQUE INDEX product_batches_product_id_batch_key ON public.product_batches USING btree (product_id, batch);

alter table "public"."product_batches" add constraint "product_batches_pkey" PRIMARY KEY using index "product_batches_pkey";

alter table "public"."product_batches" add constraint "product_batches_batch_check" CHECK (((length(batch) <= 60) AND (btrim(batch) <> ''::text) AND (batch !~ '[[:cntrl:]]'::text))) not valid;

alter table "public"."product_batches" validate constraint "product_batches_batch_check";

alter table "public"."product_batches" add constraint "product_batches_check" CHECK (((made_on >= '2000-01-01'::date) AND (made_on <= expires_on))) not valid;

alter table "public"."product_batches" validate constraint "product_batches_check";

alter table "public"."product_batches" add constraint "product_batches_expires_on_check" CHECK (((expires_on >= '2000-01-01'::date) AND (expires_on <= '2100-12-31'::date))) not valid;

alter table "public"."product_batches" validate constraint "product_batches_expires_on_check";

alter table "public"."product_batches" add constraint "product_batches_product_id_batch_key" UNIQUE using index "product_batches_product_id_batch_key";

alter table "public"."product_batches" add constraint "product_batches_product_id_fkey" FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE not valid;

alter table "public"."product_batches" validate constraint "product_batches_product_id_fkey";

alter table "public"."product_batches" add constraint "product_batches_received_check" CHECK (((received >= 1) AND (received <= 1000000))) not valid;

alter table "public"."product_batches" validate constraint "product_batches_received_check";

alter table "public"."product_batches" add constraint "product_batches_remaining_check" CHECK (((remaining >= 0) AND (remaining <= received))) not valid;

alter table "public"."product_batches" validate constraint "product_batches_remaining_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.bound_batches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('batches');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.batches'), pg_catalog.hashtext(new.product_id::text));
  if (select count(*) from (select from public.product_batches b where b.product_id = new.product_id limit most) b) >= most then
    raise exception 'At most % batches can be noted for a product. Delete an old one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY', 'limit', most)::text;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.expiry_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (private.clock_now() at time zone 'Asia/Kolkata')::date;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for batches' using errcode = '42501'; end if;
  return (select jsonb_build_object('today', today,
      'expired', count(*) filter (where b.expires_on < today),
      'in30', count(*) filter (where b.expires_on between today and today + 30),
      'in60', count(*) filter (where b.expires_on between today and today + 60),
      'in90', count(*) filter (where b.expires_on between today and today + 90),
      'in180', count(*) filter (where b.expires_on between today and today + 180))
    from public.product_batches b where b.remaining > 0 and b.expires_on <= today + 180);
end $function$
;

grant delete on table "public"."product_batches" to "authenticated";

grant select on table "public"."product_batches" to "authenticated";

grant delete on table "public"."product_batches" to "service_role";

grant insert on table "public"."product_batches" to "service_role";

grant references on table "public"."product_batches" to "service_role";

grant select on table "public"."product_batches" to "service_role";

grant trigger on table "public"."product_batches" to "service_role";

grant truncate on table "public"."product_batches" to "service_role";

grant update on table "public"."product_batches" to "service_role";


  create policy "admins add"
  on "public"."product_batches"
  as permissive
  for insert
  to authenticated
with check (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins change"
  on "public"."product_batches"
  as permissive
  for update
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may))
with check (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins delete"
  on "public"."product_batches"
  as permissive
  for delete
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins read"
  on "public"."product_batches"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may));


CREATE TRIGGER audit_delete AFTER DELETE ON public.product_batches REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.product_batches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_batches REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER bound_batches BEFORE INSERT ON public.product_batches FOR EACH ROW EXECUTE FUNCTION private.bound_batches();

insert into private.limits (name, value, about) values ('batches', 200, 'Batches noted for one product.');
grant select, delete on public.product_batches to authenticated;
grant insert (id, product_id, batch, expires_on, made_on, received, remaining) on public.product_batches to authenticated;
grant update (remaining) on public.product_batches to authenticated;
comment on table public.product_batches is 'Batches that staff note with their expiry. The stock does not depend on them.';
grant execute on function public.expiry_counts() to authenticated;
