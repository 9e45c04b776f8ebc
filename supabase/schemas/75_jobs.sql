-- which process runs a scheduled job, and when it ran last (docs/decisions/0110-scheduled-jobs-once.md). unlogged: a run costs no write to
-- disk, and a crash of PostgreSQL only makes all jobs due. no text of an error: it may name a person, and the log has it.

create unlogged table private.jobs (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  runner uuid,                -- of the process that runs it now
  held_until timestamptz,     -- until then it is the runner's: a process that died does not keep it longer
  started_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  failure text check (failure ~ '^\w{1,40}$'),   -- of the last run that failed: an SQLSTATE or the name of an error
  check ((runner is null) = (held_until is null))
);
alter table private.jobs enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.jobs from public;

-- takes what is due of the jobs p_names, each to be begun every p_every milliseconds, and holds it and what p_runner runs already
-- (p_running) for p_hold milliseconds. a job whose runner no longer holds it was not finished, and is due at once. one that runs longer
-- than an hour is not held on to, so that one that hangs does not end the work of all processes.
create function private.take_jobs(p_runner uuid, p_running text[], p_names text[], p_every integer[], p_hold integer) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  -- of the database, because the clocks of two servers differ
  moment constant timestamptz := clock_timestamp();
  hold constant interval := p_hold * interval '1 millisecond';
begin
  update private.jobs j set held_until = moment + hold
    where j.runner = p_runner and j.name = any (p_running) and j.held_until < moment + hold * 0.6 and j.started_at > moment - interval '1 hour';
  insert into private.jobs (name) select unnest(p_names) on conflict do nothing;
  return query
    update private.jobs j set runner = p_runner, held_until = moment + hold, started_at = moment from (
      select d.name from private.jobs d join unnest(p_names, p_every) a (name, every) on a.name = d.name
      where case when d.runner is null
        -- a failed one is tried again after a quarter of an hour; a clock that was put back must not end its work. a start just after the moment
        -- is that of another process, which has run it since
        then coalesce(d.started_at + case when d.failed_at >= d.finished_at then least(a.every, 900000) else a.every end * interval '1 millisecond' <= moment
          or d.started_at > moment + interval '1 minute', true)
        else d.held_until < moment or d.held_until > moment + interval '1 hour' end
      order by d.name for update of d skip locked) due
    where j.name = due.name
    returning j.name;
end $$;
revoke all on function private.take_jobs(uuid, text[], text[], integer[], integer) from public;
grant execute on function private.take_jobs(uuid, text[], text[], integer[], integer) to shop_mail;

-- p_failure null: it succeeded. nothing if another process has taken it over
create function private.end_job(p_runner uuid, p_name text, p_failure text) returns void
language sql security definer set search_path = '' as $$
  update private.jobs j set runner = null, held_until = null, finished_at = clock_timestamp(),
    failed_at = case when p_failure is null then j.failed_at else clock_timestamp() end, failure = coalesce(p_failure, j.failure)
  where j.name = p_name and j.runner = p_runner
$$;
revoke all on function private.end_job(uuid, text, text) from public;
grant execute on function private.end_job(uuid, text, text) to shop_mail;
