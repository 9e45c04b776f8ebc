-- one invoice for each parcel, where the order was placed under that setting (docs/decisions/0096-invoices-per-parcel.md): it is issued when the
-- parcel is packed, before its goods are removed (cgst s.31), and taken back when the parcel is unpacked.

-- which of a line's units are in which parcel. each unit has its own fixed amounts, so the parcels of an order, packed and unpacked in any
-- order, add up to it to the paisa
create table private.piece_units (
  order_item_id uuid not null references public.order_items (id) on delete cascade,
  shipment_id uuid references public.shipments (id) on delete cascade,   -- null: these units are not sent any more
  units int4multirange not null check (not isempty(units))               -- of 0 to quantity - 1
);
create index piece_units_order_item_id_idx on private.piece_units (order_item_id);
create index piece_units_shipment_id_idx on private.piece_units (shipment_id) where shipment_id is not null;
alter table private.piece_units enable row level security;

-- no policy and no grant: the functions below alone

-- the setting at the time at which an order is placed holds for all of it: nobody chooses it for an order, and switching it mixes none
create function private.freeze_invoicing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.invoice_per_parcel := coalesce((select s.invoice_per_parcel from public.settings s), false);
  return new;
end $$;

create function private.first_units(p_free int4multirange, p_count integer) returns int4multirange
language sql immutable set search_path = '' as $$
  select range_agg(int4range(lower(f.part), least(upper(f.part), lower(f.part) + p_count - f.before)))
  from (select part, coalesce(sum(upper(part) - lower(part)) over (order by lower(part) rows between unbounded preceding and 1 preceding), 0)::integer as before
    from unnest(p_free) part) f
  where f.before < p_count
$$;

-- the first units of a line that are neither in a parcel nor given up
create function private.take_units(p_item uuid, p_count integer, p_shipment uuid) returns int4multirange
language plpgsql security definer set search_path = '' as $$
declare
  taken int4multirange;
begin
  select private.first_units(int4multirange(int4range(0, i.quantity)) - coalesce((select range_agg(u.units) from private.piece_units u where u.order_item_id = i.id), '{}'), p_count)
    into taken from public.order_items i where i.id = p_item;
  insert into private.piece_units (order_item_id, shipment_id, units) values (p_item, p_shipment, taken);
  return taken;
end $$;

-- what these units of a line of p_quantity come to
create function private.amount_of_units(p_amount numeric, p_units int4multirange, p_quantity integer) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum(private.share_of(p_amount, upper(u), p_quantity) - private.share_of(p_amount, lower(u), p_quantity)), 0) from unnest(p_units) u
$$;

-- the facts of the order for one parcel: its pieces with their amounts, and with parcel 1 also what is charged besides the goods. the tax of a
-- charge follows the goods of the whole order (`ordered`), whatever is in the parcel
create function private.parcel_facts(p_shipment public.shipments) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb := private.checked_facts(p_shipment.order_id);
  charges jsonb := case when p_shipment.number = 1 then private.charges_of(facts) else '[]' end;
  items jsonb;
begin
  select jsonb_agg(r.item || a.amounts || jsonb_build_object('quantity', l.quantity, 'total',
      (a.amounts ->> 'taxable')::numeric + (a.amounts ->> 'cgst')::numeric + (a.amounts ->> 'sgst')::numeric + (a.amounts ->> 'igst')::numeric) order by r.place)
    into strict items
    from jsonb_array_elements(facts -> 'items') with ordinality r (item, place)
    join public.shipment_lines l on l.shipment_id = p_shipment.id and l.order_item_id = (r.item ->> 'line')::uuid
    join private.piece_units u on u.shipment_id = l.shipment_id and u.order_item_id = l.order_item_id
    cross join lateral (select jsonb_object_agg(k, private.amount_of_units((r.item ->> k)::numeric, u.units, (r.item ->> 'quantity')::integer)) as amounts
      from unnest(array['discount', 'taxable', 'cgst', 'sgst', 'igst']) k) a;
  return facts || jsonb_build_object('parcel', p_shipment.number, 'items', items, 'order', (facts -> 'order') || private.sums_of_part(items, charges))
    || case when private.charge_sum(charges, 'amount') > 0 then jsonb_build_object('ordered', private.goods_of(facts -> 'items')) else '{}' end;
end $$;

-- callers hold the order's lock. the invoice with the charges has the form that the whole order has, because they are taxed like all its goods.
-- charges that are still on the invoice of an earlier parcel 1, which was unpacked while others stayed, move to this one
create function private.issue_parcel_invoice(p_shipment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments;
  facts jsonb;
  file uuid := gen_random_uuid();
  earlier uuid;
begin
  select x.* into strict s from public.shipments x where x.id = p_shipment;
  perform private.take_units(l.order_item_id, l.quantity, s.id) from public.shipment_lines l where l.shipment_id = s.id;
  if s.number = 1 then
    for earlier in select d.id from public.documents d where d.order_id = s.order_id and d.kind = 'invoice'
      and private.charge_sum(private.uncredited_charges(d.id), 'amount') > 0 order by d.issued_at, d.serial desc loop
      perform private.issue_credit_note(earlier, '[]', 'Charged with parcel 1, which was packed again', true, file);
    end loop;
  end if;
  facts := private.parcel_facts(s);
  file := gen_random_uuid();
  perform private.issue_forms(s.order_id, facts, coalesce(facts -> 'ordered', facts -> 'items'), file);
  update public.shipments x set invoice_file = file where x.id = s.id;
end $$;

-- a parcel is unpacked: its goods are taken back from its invoice. the charges stay on it while there are other parcels, and otherwise go too
create function private.take_back_parcel_invoice(p_shipment public.shipments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text := format('Parcel %s was unpacked', p_shipment.number);
  file uuid := gen_random_uuid();
  part record;
begin
  if p_shipment.invoice_file is null then return; end if;
  if not exists (select from public.shipments s where s.order_id = p_shipment.order_id and s.id <> p_shipment.id) then
    perform private.credit_rest(p_shipment.order_id, why);
    return;
  end if;
  for part in select d.id, l.lines from public.documents d
    cross join lateral (select jsonb_agg(jsonb_build_object('line', x.line, 'quantity', x.quantity - x.credited)) as lines
      from private.invoice_lines(d.id) x where x.quantity > x.credited) l
    where d.file_id = p_shipment.invoice_file and d.kind = 'invoice' and l.lines is not null order by d.serial desc loop
    perform private.issue_credit_note(part.id, part.lines, why, false, file);
  end loop;
end $$;

-- pieces that no parcel and so no invoice has are not sent any more; what they would have cost
create function private.give_up_pieces(p_pieces jsonb) returns numeric
language sql security definer set search_path = '' as $$
  select coalesce(sum(private.amount_of_units(i.taxable, t.units, i.quantity) + private.amount_of_units(i.cgst, t.units, i.quantity)
    + private.amount_of_units(i.sgst, t.units, i.quantity) + private.amount_of_units(i.igst, t.units, i.quantity)), 0)
  from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer) join public.order_items i on i.id = r.line
  cross join lateral private.take_units(i.id, r.quantity, null) t (units)
$$;
revoke all on function private.freeze_invoicing(), private.first_units(int4multirange, integer), private.take_units(uuid, integer, uuid),
  private.amount_of_units(numeric, int4multirange, integer), private.parcel_facts(public.shipments), private.issue_parcel_invoice(uuid),
  private.take_back_parcel_invoice(public.shipments), private.give_up_pieces(jsonb) from public;
