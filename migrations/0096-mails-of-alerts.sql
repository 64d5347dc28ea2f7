-- rolling: the version before finds no mail of an alert that has ended, and sends none
-- Of a visitor who is told of new dates, nothing but the address is stored: with the alert, its mails are deleted, sent or not.

create index outbox_mail_of_alert on outbox_mail ((data ->> 'alertId')) where kind = 'date_alert';

create function delete_mails_of_alert() returns trigger language plpgsql as $$
begin
  delete from outbox_mail m where m.kind = 'date_alert' and m.data ->> 'alertId' = old.id::text;
  return null;
end $$;
create trigger delete_mails after delete on date_alert for each row execute function delete_mails_of_alert();

-- Of alerts that have ended.
delete from outbox_mail m
where m.kind = 'date_alert' and not exists (select from date_alert a where a.id::text = m.data ->> 'alertId');

-- Erasure of a contact finds the alerts of its addresses.
create index date_alert_by_email on date_alert (lower(email));

select let_triggers_see_all();
