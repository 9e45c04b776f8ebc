alter table "public"."shipments" add column "eway_bill" text;

alter table "public"."shipments" add column "eway_bill_until" date;

alter table "public"."shipments" add constraint "shipments_eway_bill" CHECK (((eway_bill IS NOT NULL) OR (eway_bill_until IS NULL))) not valid;

alter table "public"."shipments" validate constraint "shipments_eway_bill";

alter table "public"."shipments" add constraint "shipments_eway_bill_check" CHECK ((eway_bill ~ '^[0-9]{12}$'::text)) not valid;

alter table "public"."shipments" validate constraint "shipments_eway_bill_check";

alter table "public"."shipments" add constraint "shipments_eway_bill_until_check" CHECK (((eway_bill_until >= '2018-04-01'::date) AND (eway_bill_until <= '2200-01-01'::date))) not valid;

alter table "public"."shipments" validate constraint "shipments_eway_bill_until_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.set_eway_bill(p_shipment uuid, p_version integer, p_number text, p_until date DEFAULT NULL::date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed,shipped,delivered}');
begin
  if p_number !~ '^([0-9]{12})?$' or p_until not between '2018-04-01' and '2200-01-01' then
    raise exception 'An e-way bill has a number of 12 digits' using errcode = '22023', detail = '{"code":"INVALID","field":"eway_bill"}';
  end if;
  update public.shipments x set eway_bill = nullif(p_number, ''), eway_bill_until = case when p_number <> '' then p_until end, version = x.version + 1 where x.id = s.id;
end $function$
;

revoke all on function public.set_eway_bill(uuid, integer, text, date) from public, anon;
grant execute on function public.set_eway_bill(uuid, integer, text, date) to authenticated;
