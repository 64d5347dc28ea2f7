-- rolling: new columns with defaults
alter table contact_import
  -- by column: the cells with a text that the plan leaves out
  add column lost_cells integer[] not null default '{}',
  -- the code pages that the file may have, the best first; empty: there is no doubt
  add column encodings text[] not null default '{}',
  -- [{kind, column, count, example}]: what the file may have damaged
  add column findings jsonb not null default '[]';
alter table contact_import_row
  add column is_hidden boolean not null default false,
  -- the columns whose cells repeat that of a merged area
  add column merged_columns integer[] not null default '{}';

-- The steps of a check count lost cells: they are not logged, as its other counters.
drop trigger log_insert on contact_import;
drop trigger log_update on contact_import;
drop trigger log_delete on contact_import;
drop function log_insert_contact_import(), log_update_contact_import(), log_delete_contact_import();
select log_changes('contact_import', 'contact_import', 'r.id', hidden_columns =>
  '{last_row,created_count,updated_count,skipped_count,invalid_count,question_count,deleted_count,kept_count,company_count,columns,worksheets,lost_cells,findings,encodings}');
select let_triggers_see_all();
