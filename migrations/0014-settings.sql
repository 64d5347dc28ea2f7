-- The log as a whole, by table and by time; the consents of a form.

create index change_log_by_table_name on change_log (table_name, id);
-- Entries come in the order of time: a few pages say where a day begins.
create index change_log_by_changed_at on change_log using brin (changed_at);
create index newsletter_consent_by_form on newsletter_consent (form_id, id);
