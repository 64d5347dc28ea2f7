-- Imports go on by themselves, in the server, as the user who set them going; they make companies that a table names and nobody knows.

-- Null in what an archive of an earlier version brings.
alter table contact_import
  -- who began what is under way, or had it continued: as whom it goes on
  add column driven_by integer references app_user,
  -- null: it goes on; 'asked': somebody stopped it; 'right': who drives it may not, or is locked; 'fault': it failed again and again
  add column paused text check (paused in ('asked', 'right', 'fault')),
  -- companies that persons of the table are to be given, or were
  add column companies integer;
create index contact_import_under_way on contact_import (id) where state in ('checking', 'running', 'undoing');

-- The company that was made for the person of a row.
alter table contact_import_row add column company_id integer;

update contact_import set driven_by = case state when 'checking' then created_by when 'running' then started_by else undone_by end
where state in ('checking', 'running', 'undoing');

-- The log does not tell of every step.
drop function log_insert_contact_import, log_update_contact_import, log_delete_contact_import cascade;
select log_changes('contact_import', 'contact_import', 'r.id',
  hidden => '{at_row,made,changed,skipped,faulty,removed,kept,companies,columns,sheets}');
