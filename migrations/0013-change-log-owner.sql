-- Only the owner of the change log can turn logging off; the application's role, which may not empty the table, cannot.
create or replace function change_log_enabled() returns boolean language sql stable as $$
  select coalesce(current_setting('kontor.change_log', true), '') <> 'off' or not has_table_privilege('change_log', 'truncate')
$$;
