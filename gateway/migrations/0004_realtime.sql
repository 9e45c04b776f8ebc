-- Which tables send live changes: an application adds its tables to this publication, as on hosted Supabase.
create publication supabase_realtime;
