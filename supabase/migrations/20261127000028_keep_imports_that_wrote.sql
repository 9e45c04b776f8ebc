set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.begin_import(p_file text, p_added integer, p_changed integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begun uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  insert into public.product_imports (actor, file_name, added, changed) values (auth.uid(), left(p_file, 200), p_added, p_changed) returning id into begun;
  delete from private.product_import_rows r
    where r.import_id not in (
      select i.id from public.product_imports i where exists (select from private.product_import_rows o where o.import_id = i.id) order by i.at desc limit 20);
  return begun;
end $function$
;
