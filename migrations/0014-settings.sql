-- The log as a whole, by table and by time; the consents of a form.

create index change_log_by_relation on change_log (relation, id);
-- Entries come in the order of time: a few pages say where a day begins.
create index change_log_by_time on change_log using brin (at);
create index newsletter_consent_by_form on newsletter_consent (form_id, id);
