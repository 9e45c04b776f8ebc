-- The events of webhooks become the first part of a table that is divided by months, as the audit log was by years: the key is built before, and a
-- check says how far the part reaches, so that PostgreSQL need not read it for that.
create unique index if not exists webhook_deliveries_id_created_at_idx on private.webhook_deliveries (id, created_at);

-- contract: adds a check that every event meets, and each new one for a month at least, in which the next files follow; used by SQL alone
do $$
begin
  execute format('alter table private.webhook_deliveries add constraint webhook_deliveries_first_part check (created_at < %L) not valid',
    (date_trunc('month', greatest(now(), (select max(d.created_at) from private.webhook_deliveries d)) at time zone 'Asia/Kolkata') + interval '2 months')
      at time zone 'Asia/Kolkata');
end $$;
