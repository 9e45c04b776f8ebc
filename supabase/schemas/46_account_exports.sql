-- what the accountant takes from the shop: when money came and went, the orders of a period, and the names of the ledgers in the
-- accounting program (docs/decisions/0084-accounts-exports.md).

-- when a payment was received. a payment has only its present state, and the audit log is erased after a time. a table of its own,
-- because payments are read by customers and every column of theirs is in the history of the order. refunds have their own times.
create table private.payment_moments (
  payment_id uuid primary key references public.payments (id) on delete cascade,
  received_at timestamptz not null
);
create index payment_moments_received_at_idx on private.payment_moments (received_at);
create index refunds_paid_at_idx on public.refunds (paid_at) where paid_at is not null;
alter table private.payment_moments enable row level security;

-- no policy and no grant: the trigger and the function below alone

create function private.note_payment_moment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.state in ('paid', 'refund_due', 'refunded') then
    insert into private.payment_moments (payment_id, received_at) values (new.id, private.clock_now()) on conflict do nothing;
  else
    delete from private.payment_moments m where m.payment_id = new.id;   -- it was booked by mistake and is awaited again
  end if;
  return null;
end $$;
revoke all on function private.note_payment_moment() from public;
create trigger note_payment_moment_of_insert after insert on public.payments
  for each row when (new.state in ('paid', 'refund_due', 'refunded')) execute function private.note_payment_moment();
create trigger note_payment_moment after update of state on public.payments
  for each row when (old.state is distinct from new.state) execute function private.note_payment_moment();

-- one page of the money that came (receipt) and went (refund) from p_from until p_until, oldest first. the one place that knows where
-- the shop records money: a further source is one more part of the union.
create function private.account_money(p_user uuid, p_from timestamptz, p_until timestamptz, p_after_at timestamptz, p_after_id text, p_limit integer)
returns table (id text, at text, kind text, method text, amount numeric, reference text, order_id uuid, order_number integer, name text, gstin text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query
    with money as (
      select 'receipt ' || m.payment_id as id, m.received_at as moment, 'receipt' as kind, p.method, p.amount, p.provider_reference as reference, p.order_id
        from private.payment_moments m join public.payments p on p.id = m.payment_id
        where m.received_at >= coalesce(p_after_at, p_from) and m.received_at < p_until and p.amount > 0
      union all
      select 'refund ' || r.id, r.paid_at, 'refund', coalesce(r.method, p.method), r.amount, r.reference, r.order_id
        from public.refunds r join public.payments p on p.id = r.payment_id
        where r.paid_at >= coalesce(p_after_at, p_from) and r.paid_at < p_until
    )
    select y.id, private.utc_text(y.moment), y.kind, y.method, y.amount, y.reference, o.id, o.order_number, coalesce(o.company_name, o.full_name), o.gstin
    from money y join public.orders o on o.id = y.order_id
    where p_after_at is null or (y.moment, y.id collate "C") > (p_after_at, p_after_id collate "C")
    order by y.moment, y.id collate "C" limit least(p_limit, 1000);
end $$;

-- one page of what books need beside documents and the money of orders, oldest first: a courier's transfer, the money of one of its lines that
-- found its order later, and store credit that staff gave or took by hand. a transfer has the day on which it was booked, as the receipts of its
-- orders have, so that what the courier still has is right on every day
create function private.account_entries(p_user uuid, p_from timestamptz, p_until timestamptz, p_after_at timestamptz, p_after_id text, p_limit integer)
returns table (id text, at text, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- one page of the orders that were placed from p_from until p_until, oldest first, each with its lines and the numbers of its documents
create function private.account_orders(p_user uuid, p_from timestamptz, p_until timestamptz, p_after_at timestamptz, p_after_id uuid, p_limit integer)
returns table (id uuid, at text, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query
    select o.id, private.utc_text(o.created_at), jsonb_build_object(
      'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status,
        'full_name', o.full_name, 'company_name', o.company_name, 'gstin', o.gstin, 'state', o.state, 'place_of_supply', o.place_of_supply,
        'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total, 'coupon_code', o.coupon_code,
        'offers', o.offers, 'charges', o.charges, 'total_amount', o.total_amount, 'store_credit', o.store_credit, 'payment_method', o.payment_method, 'payment_state', o.payment_state),
      'items', (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit,
          'quantity', i.quantity, 'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst,
          'sgst', i.sgst, 'igst', i.igst, 'total', i.total) order by i.product_name collate "C", i.id), '[]')
        from public.order_items i where i.order_id = o.id),
      'documents', (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at))
          order by d.issued_at, d.serial), '[]')
        from public.documents d where d.order_id = o.id))
    from public.orders o
    where o.created_at >= coalesce(p_after_at, p_from) and o.created_at < p_until and (p_after_at is null or (o.created_at, o.id) > (p_after_at, p_after_id))
    order by o.created_at, o.id limit least(p_limit, 1000);
end $$;
-- the name on the first document that was ever issued to each of these GSTINs: one buyer has one ledger in every export, however the name
-- was typed later. a GSTIN without a document has no row
create function private.first_buyer_names(p_user uuid, p_gstins text[]) returns table (gstin text, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query select g.gstin, f.name from unnest(p_gstins) g (gstin)
    cross join lateral (select coalesce(d.content #>> '{order,company_name}', d.content #>> '{order,full_name}') as name from public.documents d
      where d.content #>> '{order,gstin}' = g.gstin order by d.issued_at, d.id limit 1) f;
end $$;
revoke all on function private.account_money(uuid, timestamptz, timestamptz, timestamptz, text, integer),
  private.account_entries(uuid, timestamptz, timestamptz, timestamptz, text, integer),
  private.account_orders(uuid, timestamptz, timestamptz, timestamptz, uuid, integer), private.first_buyer_names(uuid, text[]) from public;
grant execute on function private.account_money(uuid, timestamptz, timestamptz, timestamptz, text, integer),
  private.account_entries(uuid, timestamptz, timestamptz, timestamptz, text, integer),
  private.account_orders(uuid, timestamptz, timestamptz, timestamptz, uuid, integer), private.first_buyer_names(uuid, text[]) to shop_orders;

-- whether a text can be the name of a ledger: one line, as the accounting program stores it
create function private.is_ledger_name(p_name text) returns boolean
language sql immutable set search_path = '' as $$ select length(p_name) <= 80 and p_name = btrim(p_name) and p_name !~ '[[:cntrl:]]' $$;
grant execute on function private.is_ledger_name(text) to authenticated, service_role;

-- the names under which Tally books the shop's vouchers: one row of typed columns, as the settings. {rate} in a name becomes the rate,
-- so that each rate has a ledger of its own. not in the settings, which everyone reads. domain/tally/ledgers.ts has the same names.
create table public.tally_ledgers (
  id boolean primary key default true check (id),   -- true is the only key there is: one row
  company text not null default '' check (private.is_ledger_name(company)),   -- '': the company that is open
  sales text not null default 'Sales {rate}%' check (private.is_ledger_name(sales) and sales <> ''),
  sales_inter_state text not null default 'Inter-State sales {rate}%' check (private.is_ledger_name(sales_inter_state) and sales_inter_state <> ''),
  delivery text not null default 'Delivery charges' check (private.is_ledger_name(delivery) and delivery <> ''),
  discount text not null default '' check (private.is_ledger_name(discount)),   -- '': sales are booked net of discounts
  cgst text not null default 'CGST' check (private.is_ledger_name(cgst) and cgst <> ''),
  sgst text not null default 'SGST' check (private.is_ledger_name(sgst) and sgst <> ''),
  igst text not null default 'IGST' check (private.is_ledger_name(igst) and igst <> ''),
  party_group text not null default 'Sundry Debtors' check (private.is_ledger_name(party_group) and party_group <> ''),
  unregistered_party text not null default 'Online customers' check (private.is_ledger_name(unregistered_party) and unregistered_party <> ''),
  cash text not null default 'Cash' check (private.is_ledger_name(cash) and cash <> ''),
  cod text not null default 'Cash on delivery' check (private.is_ledger_name(cod) and cod <> ''),
  upi text not null default 'UPI' check (private.is_ledger_name(upi) and upi <> ''),
  card text not null default 'Card machine' check (private.is_ledger_name(card) and card <> ''),
  bank text not null default 'Bank' check (private.is_ledger_name(bank) and bank <> ''),
  razorpay text not null default 'Razorpay' check (private.is_ledger_name(razorpay) and razorpay <> ''),
  credit text not null default 'Store credit' check (private.is_ledger_name(credit) and credit <> ''),
  credit_by_hand text not null default 'Store credit given' check (private.is_ledger_name(credit_by_hand) and credit_by_hand <> ''),
  courier_charges text not null default 'Courier charges' check (private.is_ledger_name(courier_charges) and courier_charges <> ''),
  courier_differences text not null default 'Courier differences' check (private.is_ledger_name(courier_differences) and courier_differences <> ''),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
alter table public.tally_ledgers enable row level security;
revoke all on public.tally_ledgers from anon, authenticated;

-- nothing for anon
grant select on public.tally_ledgers to authenticated, shop_orders;
grant update (company, sales, sales_inter_state, delivery, discount, cgst, sgst, igst, party_group, unregistered_party, cash, cod, upi, card, bank,
  razorpay, credit, credit_by_hand, courier_charges, courier_differences) on public.tally_ledgers to authenticated;

-- no insert, no delete: the row is always there and always one
create policy "staff with the return read" on public.tally_ledgers for select to authenticated
  using ((select private.may('gst.read')));
create policy "the exports read" on public.tally_ledgers for select to shop_orders using (true);
-- who settles the money decides where it is booked
create policy "staff with the payments change" on public.tally_ledgers for update to authenticated
  using ((select private.may('payments.manage')))
  with check ((select private.may('payments.manage')));
insert into public.tally_ledgers default values;
create trigger next_version before update on public.tally_ledgers for each row execute function private.next_version();
