-- credit notes: an invoice is taken back in whole or in part, never changed (cgst act s.34, docs/decisions/0079-several-documents-of-an-order.md).

-- what the first units of a line come to, to the nearest paisa. a part of a line is the difference of two of these, so all parts add up to it
create function private.share_of(p_amount numeric, p_units integer, p_quantity integer) returns numeric
language sql immutable set search_path = '' as $$
  select round(div(200 * p_amount * p_units + p_quantity, 2 * p_quantity) / 100, 2)
$$;

-- the rows of an invoice and how many units of each are credited. an invoice from before version 3 names no lines: its rows are in the order
-- of those of its order. so are those of a note that was issued then, which always took everything back
create function private.invoice_lines(p_invoice uuid) returns table (place integer, line uuid, item jsonb, quantity integer, credited integer)
language sql stable security definer set search_path = '' as $$
  with sold as (
    select r.place, r.item, coalesce((r.item ->> 'line')::uuid, i.id) as line
    from public.documents d
    cross join jsonb_array_elements(d.content -> 'items') with ordinality r (item, place)
    left join (
      select x.id, x.order_id, row_number() over (order by x.product_name collate "C", x.id) as place from public.order_items x
      where x.order_id = (select y.order_id from public.documents y where y.id = p_invoice)) i on i.place = r.place
    where d.id = p_invoice and (d.content ->> 'scope' = 'all' or ((r.item ->> 'rate')::numeric = 0) = (d.content ->> 'scope' = 'nil'))
  ), credited as (
    select coalesce(r.item ->> 'line', r.place::text) as named, sum((r.item ->> 'quantity')::integer) as quantity
    from public.documents n cross join jsonb_array_elements(n.content -> 'items') with ordinality r (item, place)
    where n.reverses = p_invoice group by 1
  )
  select s.place::integer, s.line, s.item, (s.item ->> 'quantity')::integer, coalesce(c.quantity, 0)::integer
  from sold s left join credited c on c.named in (s.line::text, s.place::text)
$$;

-- the charges in the facts of a document; version 1 had delivery alone, in columns of its own
create function private.charges_of(p_facts jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(p_facts #> '{order,charges}', jsonb_build_array(jsonb_build_object('kind', 'delivery', 'label', 'Delivery', 'rate', null,
    'cost', p_facts #> '{order,shipping_cost}', 'amount', p_facts #> '{order,shipping_cost}',
    'taxable', p_facts #> '{order,shipping_taxable}', 'gst', p_facts #> '{order,shipping_gst}')))
$$;

-- the charges of an invoice that no note has credited: all of them, or none. a note without `invoiced` took everything back
create function private.uncredited_charges(p_invoice uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when exists (
      select from public.documents n where n.reverses = p_invoice
        and (not n.content ? 'invoiced' or private.charge_sum(n.content #> '{order,charges}', 'amount') > 0))
    then '[]' else private.charges_of(d.content) end
  from public.documents d where d.id = p_invoice
$$;

create function private.is_credited(p_invoice uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.charge_sum(private.uncredited_charges(p_invoice), 'amount') = 0
    and not exists (select from private.invoice_lines(p_invoice) l where l.credited < l.quantity)
$$;

-- what the order of a note comes to, in the columns of an order. which discount it was is said by the invoice
create function private.sums_of_part(p_items jsonb, p_charges jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('discount_total', coalesce(sum(i.discount), 0), 'coupon_code', null, 'offers', '[]'::jsonb, 'charges', p_charges,
    'subtotal_base', coalesce(sum(i.taxable), 0), 'total_gst', coalesce(sum(i.cgst + i.sgst + i.igst), 0), 'cgst', coalesce(sum(i.cgst), 0),
    'sgst', coalesce(sum(i.sgst), 0), 'igst', coalesce(sum(i.igst), 0),
    'total_amount', coalesce(sum(i.total), 0) + private.charge_sum(p_charges, 'amount'))
  from jsonb_to_recordset(p_items) i (discount numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, total numeric)
$$;

-- goods by hsn, unit and rate
create function private.goods_of(p_items jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(to_jsonb(g) order by g.hsn, g.unit, g.rate) from (
    select i.hsn, i.unit, i.rate, sum(i.taxable) as taxable, sum(i.cgst) as cgst, sum(i.sgst) as sgst, sum(i.igst) as igst, sum(i.total) as total
    from jsonb_to_recordset(p_items) i (hsn text, unit text, rate numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, total numeric)
    group by 1, 2, 3) g
$$;

-- the one place that credits: p_lines is [{line, quantity}], or null for all that is left of the invoice with its charges. it locks the order
-- as every step does, so of two at once the second one sees what the first one left. a part of an invoice is frozen with what the invoice
-- came to (`invoiced`): the tax of a charge follows the goods of the invoice, and the return needs to know how large the invoice was
create function private.issue_credit_note(p_invoice uuid, p_lines jsonb, p_reason text, p_charges boolean default false, p_file uuid default gen_random_uuid())
returns text language plpgsql security definer set search_path = '' as $$
declare
  d public.documents;
  charges jsonb;
  credited jsonb;
  facts jsonb;
begin
  select x.* into d from public.documents x where x.id = p_invoice and x.kind = 'invoice';
  if not found then raise exception 'There is no such invoice' using errcode = 'PT404', detail = '{"code":"DOCUMENT_NOT_FOUND"}'; end if;
  perform from public.orders o where o.id = d.order_id for no key update;
  facts := d.content || jsonb_build_object('reason', p_reason,
    'reverses', jsonb_build_object('form', d.form, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at)));
  if p_lines is null and not exists (select from public.documents n where n.reverses = p_invoice) then
    return private.number_document(d.order_id, 'credit_note', facts, p_file, p_invoice);
  end if;

  if exists (select from jsonb_to_recordset(p_lines) a (line uuid, quantity integer)
      left join private.invoice_lines(p_invoice) l on l.line = a.line
      group by a.line having min(coalesce(a.quantity, 0)) < 1 or sum(a.quantity) > coalesce(max(l.quantity - l.credited), 0)) then
    raise exception 'More would be credited than is left of invoice %', d.serial using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  select jsonb_agg(l.item || jsonb_build_object('line', l.line, 'quantity', a.units) || a.amounts order by l.place) into credited
  from private.invoice_lines(p_invoice) l
  cross join lateral (select m.units, (
      select jsonb_object_agg(k, private.share_of((l.item ->> k)::numeric, l.credited + m.units, l.quantity) - private.share_of((l.item ->> k)::numeric, l.credited, l.quantity))
      from unnest(array['discount', 'taxable', 'cgst', 'sgst', 'igst']) k) as amounts
    from (select case when p_lines is null then l.quantity - l.credited
      else (select sum(x.quantity) from jsonb_to_recordset(p_lines) x (line uuid, quantity integer) where x.line = l.line)::integer end as units) m) a
  where a.units > 0;
  charges := case when p_charges or p_lines is null then private.uncredited_charges(p_invoice) else '[]' end;
  if credited is null and private.charge_sum(charges, 'amount') = 0 then
    raise exception 'Nothing is left of invoice %', d.serial using errcode = 'PT409', detail = '{"code":"NOTHING_TO_CREDIT"}';
  end if;
  -- the columns are rounded one by one, so a line comes to their sum
  select coalesce(jsonb_agg(r.item || jsonb_build_object('total',
      (r.item ->> 'taxable')::numeric + (r.item ->> 'cgst')::numeric + (r.item ->> 'sgst')::numeric + (r.item ->> 'igst')::numeric) order by r.place), '[]')
    into credited from jsonb_array_elements(credited) with ordinality r (item, place);
  facts := facts || jsonb_build_object('version', 3, 'items', credited,
    'order', (facts -> 'order') - array['shipping_cost', 'shipping_taxable', 'shipping_gst'] || private.sums_of_part(credited, charges),
    'invoiced', jsonb_build_object('charges', private.charges_of(d.content), 'goods', private.goods_of(d.content -> 'items')));
  return private.number_document(d.order_id, 'credit_note', facts, p_file, p_invoice);
end $$;

-- credits pieces, [{line, quantity}], of an order's invoices in the order of their issue, in one file. p_invoiced: the file of the one invoice that
-- has them, of a parcel. p_charges: the charges are credited too, if they are not yet. returns the sum of the notes.
-- a tax invoice and a bill of supply of one order (rule 46a) share one file and its charges: the facts of both have them whole, so they count once
create function private.credit_pieces(p_order uuid, p_pieces jsonb, p_reason text, p_charges boolean, p_file uuid, p_invoiced uuid default null) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  rest jsonb := (select coalesce(jsonb_object_agg(r.line, r.quantity), '{}') from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer));
  invoice record;
  lines jsonb;
  issued text;
  charges numeric;
  charged uuid[] := '{}';
  credited numeric := 0;
begin
  for invoice in select d.id, d.file_id from public.documents d where d.order_id = p_order and d.kind = 'invoice' order by d.issued_at, d.serial desc loop
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'quantity', least(l.quantity - l.credited, (rest ->> l.line::text)::integer)) order by l.place), '[]')
      into lines from private.invoice_lines(invoice.id) l
      where l.quantity > l.credited and (rest ->> l.line::text)::integer > 0 and (p_invoiced is null or invoice.file_id = p_invoiced);
    charges := case when p_charges then private.charge_sum(private.uncredited_charges(invoice.id), 'amount') else 0 end;
    continue when lines = '[]' and charges = 0;
    issued := private.issue_credit_note(invoice.id, lines, p_reason, p_charges, p_file);
    credited := credited + (select private.charge_sum(d.content -> 'items', 'total') from public.documents d where d.serial = issued)
      + case when invoice.file_id = any (charged) then 0 else charges end;
    if charges > 0 then charged := charged || invoice.file_id; end if;
    select coalesce(jsonb_object_agg(x.key, x.value::integer - coalesce((select (c ->> 'quantity')::integer from jsonb_array_elements(lines) c where c ->> 'line' = x.key), 0)), '{}')
      into rest from jsonb_each_text(rest) x;
  end loop;
  if exists (select from jsonb_each_text(rest) x where x.value::integer > 0) then
    raise exception 'More would be credited than is left of the invoices' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  return credited;
end $$;

-- takes back what is left of every invoice of an order, in one file; null: nothing was
create function private.credit_rest(p_order uuid, p_reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  file uuid;
  invoice uuid;
begin
  for invoice in select d.id from public.documents d where d.order_id = p_order and d.kind = 'invoice' and not private.is_credited(d.id)
    order by d.issued_at, d.serial desc loop
    file := coalesce(file, gen_random_uuid());
    perform private.issue_credit_note(invoice, null, p_reason, true, file);
  end loop;
  return file;
end $$;
revoke all on function private.share_of(numeric, integer, integer), private.invoice_lines(uuid), private.uncredited_charges(uuid), private.charges_of(jsonb),
  private.goods_of(jsonb), private.is_credited(uuid), private.issue_credit_note(uuid, jsonb, text, boolean, uuid), private.sums_of_part(jsonb, jsonb),
  private.credit_pieces(uuid, jsonb, text, boolean, uuid, uuid), private.credit_rest(uuid, text) from public;
