alter table "public"."remittance_lines" add column "booked_later" boolean not null default false;

alter table "public"."tally_ledgers" add column "courier_charges" text not null default 'Courier charges'::text;

alter table "public"."tally_ledgers" add column "courier_differences" text not null default 'Courier differences'::text;

alter table "public"."tally_ledgers" add column "credit_by_hand" text not null default 'Store credit given'::text;

-- money of differences that are settled at an order already: both have the time of the statement
update public.remittance_lines l set booked_later = true
  from private.payment_moments m where m.payment_id = l.payment_id and l.settled_at = m.received_at;

CREATE INDEX remittance_lines_booked_later_idx ON public.remittance_lines USING btree (settled_at) WHERE booked_later;

alter table "public"."tally_ledgers" add constraint "tally_ledgers_courier_charges_check" CHECK ((private.is_ledger_name(courier_charges) AND (courier_charges <> ''::text))) not valid;

alter table "public"."tally_ledgers" validate constraint "tally_ledgers_courier_charges_check";

alter table "public"."tally_ledgers" add constraint "tally_ledgers_courier_differences_check" CHECK ((private.is_ledger_name(courier_differences) AND (courier_differences <> ''::text))) not valid;

alter table "public"."tally_ledgers" validate constraint "tally_ledgers_courier_differences_check";

alter table "public"."tally_ledgers" add constraint "tally_ledgers_credit_by_hand_check" CHECK ((private.is_ledger_name(credit_by_hand) AND (credit_by_hand <> ''::text))) not valid;

alter table "public"."tally_ledgers" validate constraint "tally_ledgers_credit_by_hand_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.account_entries(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id text, p_limit integer)
 RETURNS TABLE(id text, at text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query
    with entries as (
      select 'transfer ' || r.id as id, r.created_at as moment, jsonb_build_object('kind', 'transfer', 'courier', r.courier, 'reference', r.reference,
          'received_on', r.received_on, 'received', r.received, 'charges', r.other_charges + s.charges, 'booked', s.booked) as content
        from public.remittances r cross join lateral (
          select coalesce(sum(l.charges), 0) as charges, coalesce(sum(l.booked) filter (where not l.booked_later), 0) as booked
          from public.remittance_lines l where l.remittance_id = r.id) s
        where r.created_at >= coalesce(p_after_at, p_from) and r.created_at < p_until
      union all
      select 'settled ' || l.id, l.settled_at, jsonb_build_object('kind', 'settlement', 'courier', r.courier, 'reference', r.reference,
          'amount', l.booked, 'method', coalesce(p.method, 'cod'), 'order_number', o.order_number)
        from public.remittance_lines l join public.remittances r on r.id = l.remittance_id
          left join public.payments p on p.id = l.payment_id left join public.orders o on o.id = l.order_id
        where l.booked_later and l.settled_at >= coalesce(p_after_at, p_from) and l.settled_at < p_until
      union all
      select 'credit ' || e.id, e.created_at, jsonb_build_object('kind', 'credit', 'amount', e.amount, 'reason', e.reason,
          'name', coalesce(nullif(btrim(f.company_name), ''), nullif(btrim(f.full_name), '')))
        from public.store_credit_entries e left join public.profiles f on f.id = e.user_id
        where e.kind = 'staff' and e.created_at >= coalesce(p_after_at, p_from) and e.created_at < p_until
    )
    select y.id, private.utc_text(y.moment), y.content from entries y
    where p_after_at is null or (y.moment, y.id collate "C") > (p_after_at, p_after_id collate "C")
    order by y.moment, y.id collate "C" limit least(p_limit, 1000);
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_remittance_line(p_line uuid, p_order uuid, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line public.remittance_lines;
  paid public.payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'This needs a note' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  select l.* into line from public.remittance_lines l where l.id = p_line for no key update;
  if not found then raise exception 'No such line' using errcode = 'PT404', detail = '{"code":"LINE_NOT_FOUND"}'; end if;
  if line.settled_at is not null then
    raise exception 'This difference is settled already' using errcode = 'PT409', detail = '{"code":"SETTLED"}';
  end if;
  if p_order is not null then
    if line.payment_id is not null or line.collected = 0 then
      raise exception 'The money of this line has its order' using errcode = 'PT409', detail = '{"code":"HAS_ORDER"}';
    end if;
    paid := private.receive_payment(p_order, line.collected);
  end if;
  update public.remittance_lines l set settled_at = private.clock_now(), settled_by = auth.uid(), note = btrim(p_note),
      order_id = coalesce(p_order, l.order_id), payment_id = coalesce(paid.id, l.payment_id), booked = case when p_order is null then l.booked else l.collected end,
      booked_later = p_order is not null
    where l.id = p_line;
end $function$
;

revoke all on function private.account_entries(uuid, timestamptz, timestamptz, timestamptz, text, integer) from public;
grant execute on function private.account_entries(uuid, timestamptz, timestamptz, timestamptz, text, integer) to shop_orders;
grant update (credit_by_hand, courier_charges, courier_differences) on public.tally_ledgers to authenticated;
