-- money on the bank account that staff have booked from a statement (docs/decisions/0092-bank-statements.md). of a line only what says which
-- payment it was: its narration has names and accounts of people and is not stored, only a hash by which the same line is found again.

create table public.bank_receipts (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null unique references public.payments (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  received_on date not null,
  amount numeric(12, 2) not null check (amount > 0),
  reference text check (reference ~ '^[A-Z0-9]{6,35}$'),   -- the bank's
  line bytea not null unique check (length(line) = 32),     -- one line books one payment
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index bank_receipts_order_id_idx on public.bank_receipts (order_id);
create index bank_receipts_created_by_idx on public.bank_receipts (created_by) where created_by is not null;
alter table public.bank_receipts enable row level security;
revoke all on public.bank_receipts from anon, authenticated;

-- nothing for anon, and not the hash. no write for anyone: book_receipts() alone
grant select (id, payment_id, order_id, received_on, amount, reference, created_at) on public.bank_receipts to authenticated;
create policy "receipts of visible orders" on public.bank_receipts for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));

-- is it a list of at most so many lines of a statement, each within bounds?
create function private.are_receipt_lines(p_lines jsonb, p_most integer) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_lines) <> 'array' then false when jsonb_array_length(p_lines) > p_most then false else (
    select coalesce(bool_and(case when jsonb_typeof(l.value) <> 'object' then false else
        coalesce(l.value ->> 'day' ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$', false)
        and coalesce(l.value ->> 'amount' ~ '^[0-9]{1,10}(\.[0-9]{1,2})?$' and (l.value ->> 'amount')::numeric > 0, false)
        and coalesce(length(l.value ->> 'narration') <= 300, false)
        and coalesce(l.value ->> 'nth' ~ '^[0-9]{1,4}$', false)
        and case when jsonb_typeof(l.value -> 'references') <> 'array' then false when jsonb_array_length(l.value -> 'references') > 6 then false
          else coalesce((select bool_and(r.value ~ '^[A-Z0-9]{6,35}$') from jsonb_array_elements_text(l.value -> 'references') r), true) end end), true)
    from jsonb_array_elements(p_lines) l) end
$$;

-- what makes a line of a statement this line: day, amount, narration, reference, and which of several equal ones it is
create function private.receipt_line(p_line jsonb) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(jsonb_build_array(p_line ->> 'day', round((p_line ->> 'amount')::numeric, 2), lower(p_line ->> 'narration'),
    coalesce(p_line -> 'references' ->> 0, ''), (p_line ->> 'nth')::integer)::text, 'UTF8'))
$$;

-- what a statement is compared with: the payments by UPI and bank transfer that the shop waits for, the newest 5,000, and which of the lines
-- are booked already. a claim stays open when its order is cancelled; other money that comes late is found by its number for sixty days
create function public.bank_statement_facts(p_lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for bank statements' using errcode = '42501'; end if;
  if not private.are_receipt_lines(p_lines, 5000) then
    raise exception 'These are no lines of a statement' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  return jsonb_build_object(
    'open', (select coalesce(jsonb_agg(to_jsonb(w) order by w.placed_at, w.payment_id), '[]') from (
      select p.id as payment_id, o.id as order_id, o.order_number, o.version, o.full_name, o.status, p.method, p.state, p.amount,
        p.provider_reference as reference, o.created_at as placed_at
      from public.payments p join public.orders o on o.id = p.order_id
      where p.method in ('upi', 'bank') and p.state in ('awaiting_payment', 'awaiting_verification', 'failed') and p.amount > 0
        and (o.status <> 'cancelled' or p.state <> 'awaiting_payment' or p.created_at > private.clock_now() - interval '60 days')
      order by p.created_at desc, p.id limit 5000) w),
    -- `at`: the place of the line. by the line itself, or by a reference that a settled payment of the same amount has
    'booked', (select coalesce(jsonb_agg(jsonb_build_object('at', b.at, 'order_id', o.id, 'order_number', o.order_number) order by b.at), '[]') from (
      select l.at - 1 as at, coalesce(
          (select r.order_id from public.bank_receipts r where r.line = private.receipt_line(l.line)),
          (select p.order_id from public.payments p
            where p.provider_reference in (select * from jsonb_array_elements_text(l.line -> 'references')) and p.method in ('upi', 'bank')
              and p.state in ('paid', 'refund_due', 'refunded') and p.amount = (l.line ->> 'amount')::numeric limit 1)) as order_id
      from jsonb_array_elements(p_lines) with ordinality l (line, at)) b
      join public.orders o on o.id = b.order_id));
end $$;

-- books receipts, each for the payment that staff chose: all of them, or none. a line that is booked for the same payment already is left
-- as it is, so that a request may be sent again. p_receipts: lines with `payment` and the `version` of its order
create function public.book_receipts(p_receipts jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  receipt record;
  o public.orders;
  p public.payments;
  booked integer := 0;
  named text;
  used text;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for bank statements' using errcode = '42501'; end if;
  if not private.are_receipt_lines(p_receipts, 500) or jsonb_array_length(p_receipts) = 0
    or (select bool_or(coalesce(r.value ->> 'payment', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or coalesce(r.value ->> 'version', '') !~ '^[0-9]{1,9}$')
        or count(distinct r.value ->> 'payment') < count(*) or count(distinct private.receipt_line(r.value)) < count(*) from jsonb_array_elements(p_receipts) r) then
    raise exception 'These are no lines of a statement' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- the orders first and in one sequence, as every writer of payments: two people who book at once wait for each other
  perform from public.orders x where x.id in (
    select y.order_id from public.payments y where y.id in (select (r.value ->> 'payment')::uuid from jsonb_array_elements(p_receipts) r))
    order by x.id for no key update;
  for receipt in
    select (r.value ->> 'payment')::uuid as payment, (r.value ->> 'version')::integer as version, (r.value ->> 'day')::date as day,
      (r.value ->> 'amount')::numeric as amount, private.receipt_line(r.value) as line,
      array(select jsonb_array_elements_text(r.value -> 'references')) as refs
    from jsonb_array_elements(p_receipts) with ordinality r (value, at) order by r.at
  loop
    select x.* into p from public.payments x where x.id = receipt.payment for no key update;
    if not found then raise exception 'Payment not found' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
    select x.* into o from public.orders x where x.id = p.order_id;
    named := private.order_number_text(o.order_number);
    if exists (select from public.bank_receipts b where b.line = receipt.line) then
      continue when exists (select from public.bank_receipts b where b.line = receipt.line and b.payment_id = p.id);
      raise exception 'This line is booked already' using errcode = 'PT409', detail = (select jsonb_build_object('code', 'LINE_BOOKED',
        'order', private.order_number_text(x.order_number))::text from public.bank_receipts b join public.orders x on x.id = b.order_id where b.line = receipt.line);
    end if;
    if p.method not in ('upi', 'bank') or p.state not in ('awaiting_payment', 'awaiting_verification', 'failed') then
      raise exception 'Order % does not wait for this payment', named
        using errcode = 'PT409', detail = jsonb_build_object('code', 'PAYMENT_NOT_AWAITED', 'order', named)::text;
    end if;
    if o.version <> receipt.version then
      raise exception 'Order % was changed in the meantime', named using errcode = 'PT409', detail = jsonb_build_object('code', 'ORDER_CHANGED', 'order', named)::text;
    end if;
    if receipt.amount < p.amount then
      raise exception 'Order % costs more', named using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_LITTLE', 'order', named)::text;
    end if;
    -- the reference that the buyer entered, if the line has it; otherwise the line's own
    used := case when p.provider_reference = any (receipt.refs) then p.provider_reference else receipt.refs[1] end;
    begin
      perform private.receive_money(p.id, receipt.amount, used);
      insert into public.bank_receipts (payment_id, order_id, received_on, amount, reference, line, created_by, created_at)
        values (p.id, o.id, receipt.day, receipt.amount, used, receipt.line, auth.uid(), private.clock_now());
    exception when unique_violation then
      raise exception 'The reference of order % belongs to another order', named
        using errcode = 'PT409', detail = jsonb_build_object('code', 'REFERENCE_USED', 'order', named)::text;
    end;
    booked := booked + 1;
  end loop;
  return booked;
end $$;

revoke all on function private.are_receipt_lines(jsonb, integer), private.receipt_line(jsonb),   public.bank_statement_facts(jsonb), public.book_receipts(jsonb) from public;

-- the bodies let staff who manage payments through; nothing for anon
grant execute on function public.bank_statement_facts(jsonb), public.book_receipts(jsonb) to authenticated;
