set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.withdraw_return(p_return uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not exists (select from public.returns x join public.orders o on o.id = x.order_id where x.id = p_return and o.user_id = auth.uid()) then
    raise exception 'This return is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  perform private.lock_return(p_return, p_version, '{requested}');
  delete from private.return_photos p where p.return_id = p_return;
  update public.returns x set state = 'withdrawn', ended_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $function$
;
