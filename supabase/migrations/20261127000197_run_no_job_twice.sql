-- a process that asked while another one took and ended a job took it for one of a clock that was put back, and ran it again
create or replace function private.take_jobs(p_runner uuid, p_running text[], p_names text[], p_every integer[], p_hold integer) returns setof text
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
