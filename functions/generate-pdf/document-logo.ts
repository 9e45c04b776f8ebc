/** The shop's logo for its documents: one row, or none. For the logins of callers, of the order service and of the mail worker. */
export const DOCUMENT_LOGO = `select translate(encode(public.logo_file(s.logo ->> 'version'), 'base64'), E'\\n', '') as png,
    (s.logo ->> 'width')::integer as width, (s.logo ->> 'height')::integer as height
  from public.settings s where public.logo_file(s.logo ->> 'version') is not null`
