-- The audit log becomes the first part of a log that is divided by financial years (docs/decisions/0126-tables-by-time.md). Its primary key is
-- built before, and a check says how far it reaches, so that PostgreSQL need not read it for that. The file after the next drops the check.
create unique index if not exists audit_log_id_at_idx on public.audit_log (id, at);

-- contract: adds a check that every line meets, and each new one for a year at least, in which the next files follow; used by SQL alone
do $$
begin
  execute format('alter table public.audit_log add constraint audit_log_first_part check (at < %L) not valid',
    (private.next_financial_year(greatest(now(), (select max(a.at) from public.audit_log a))) + interval '1 year') at time zone 'Asia/Kolkata');
end $$;
