-- the constraints of the file before hold for what is stored, too
alter table public.payments validate constraint payments_surplus;
alter table public.payments validate constraint payments_state_check;
alter table public.refunds validate constraint refunds_source_check;

-- what bank statements have brought too much until now was owed as goodwill; it belongs to its payment, which can be undone
-- rows: payments of more than was open that were booked from a statement, one in some hundred
update public.payments p set surplus = least(p.amount, r.amount) from public.refunds r
  where r.payment_id = p.id and r.source = 'goodwill' and r.reason = 'You paid more than the order costs' and r.state <> 'withdrawn';
-- rows: the refunds of these
update public.refunds r set source = 'surplus' where r.source = 'goodwill' and r.reason = 'You paid more than the order costs' and r.state <> 'withdrawn';
