-- A document whose bytes in the database are damaged, and can be made again, is repaired; it stayed damaged and was made again at each read.

-- the same for bytes here: those that were issued, made again
create function private.repair_document_file(p_file uuid, p_copies text, p_irns text, p_bytes bytea) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.document_files f set bytes = p_bytes
    where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version is null and f.sha256 = encode(sha256(p_bytes), 'hex');
  if found then delete from private.damaged_document_files d where d.file_id = p_file and d.copies = p_copies and d.irns = p_irns; end if;
end $$;

revoke all on function private.repair_document_file(uuid, text, text, bytea) from public;
grant execute on function private.repair_document_file(uuid, text, text, bytea) to shop_orders;
