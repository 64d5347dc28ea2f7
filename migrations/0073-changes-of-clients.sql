-- rolling: fewer rows for requests of single clients, read with less work
-- Changes of vouchers and of terms are those of their client. The policy of the change log asks a function, which plans the subject at hand alone. Every list reads the versions of its records
-- from the log: with all subjects in the policy, planning them took longer than reading the page.

create function sees_change(subject text, subject_id integer, table_name text, row_id integer, date_id integer) returns boolean
language plpgsql stable parallel safe as $$
begin
  if date_id is not null then
    return exists (select from event_date d where d.id = sees_change.date_id);
  elsif table_name = 'newsletter_consent' then
    return exists (select from newsletter_consent c where c.id = row_id);
  elsif subject = 'date' then
    return exists (select from event_date d where d.id = subject_id);
  elsif subject = 'booking' then
    return exists (select from booking b where b.id = subject_id);
  elsif subject = 'order' then
    return exists (select from booking_order o where o.id = subject_id);
  elsif subject = 'invoice_confirmation' then
    return exists (select from invoice_confirmation i where i.id = subject_id);
  elsif subject = 'certificate' then
    return exists (select from certificate c where c.id = subject_id);
  elsif subject = 'withdrawal' then
    return exists (select from withdrawal w where w.id = subject_id);
  elsif subject = 'message' then
    return exists (select from message m where m.id = subject_id);
  elsif subject = 'lead' then
    return exists (select from lead l where l.id = subject_id);
  elsif subject = 'lead_category' then
    return exists (select from lead_category c where c.id = subject_id);
  elsif subject = 'task' then
    return exists (select from task t where t.id = subject_id);
  elsif subject = 'logbook_entry' then
    return exists (select from logbook_entry e where e.id = subject_id);
  elsif subject = 'contact_import' then
    return exists (select from contact_import i where i.id = subject_id);
  elsif subject = 'newsletter_form' then
    return exists (select from newsletter_form f where f.id = subject_id);
  elsif subject = 'website_key' then
    return exists (select from website_key k where k.id = subject_id);
  elsif subject = 'webhook' then
    return exists (select from webhook w where w.id = subject_id);
  elsif subject = 'voucher' then
    return exists (select from voucher v where v.id = subject_id);
  elsif subject = 'terms_document' then
    return exists (select from terms_document t where t.id = subject_id);
  elsif subject = 'message_rule' then
    return exists (select from message_rule r where r.id = subject_id);
  elsif subject = 'client' then
    return subject_id = any(own_clients());
  end if;
  return true;
end $$;

alter policy of_client on change_log using (sees_change(subject, subject_id, table_name, row_id, date_id))
  with check (sees_change(subject, subject_id, table_name, row_id, date_id));
