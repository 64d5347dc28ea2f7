-- rolling: the roles that use the tables already see all rows; the version before enters no client
-- Clients are kept apart by row-level security. A request of a user who is not of all clients runs its transactions in a role
-- (client_role) for which every table below shows the rows of the user's clients only. Other roles that may use the tables see all
-- rows, by a policy that is always true and costs nothing (server/platform/database/client-role.ts).

-- The role; '': there is none yet, and nobody can enter a client. The start of a service creates the role and replaces the function.
create function client_role() returns text language sql immutable parallel safe as $$ select ''::text $$;

-- The clients of the transaction; 0 stands for rows without a client. Empty outside such a transaction.
create function own_clients() returns integer[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('kontor.clients', true), ''), '{}')::integer[]
$$;

-- Limits the rest of the transaction to the rows of clients. A row without a client, such as a date that names none, is one of the
-- first client, whose letterhead and signing key it has always had.
create function enter_clients(ids integer[], default_id integer) returns void language plpgsql as $$
begin
  if client_role() = '' then
    raise exception 'the database has no role for requests of single clients' using errcode = '0L000';
  end if;
  perform set_config('kontor.clients', (case when (select min(c.id) from client c) = any(ids) then ids || 0 else ids end)::text, true),
    set_config('kontor.client', coalesce(nullif(default_id, 0)::text, ''), true);
  perform set_config('role', client_role(), true);
end $$;

-- The default client of the transaction, for rows that belong to whoever writes them.
create function entered_client() returns integer language sql stable parallel safe as $$
  select nullif(current_setting('kontor.client', true), '')::integer
$$;

-- Shows rows of a table to a transaction of clients only if `condition` is true. Every other role that has rights on the table sees
-- all rows.
create function keep_clients_apart(kept_table regclass, condition text, check_condition text default null) returns void language plpgsql as $$
declare
  other record;
begin
  execute format('alter table %s enable row level security', kept_table);
  execute format('create policy of_client on %s using (%s) with check (%s)', kept_table, condition, coalesce(check_condition, condition));
  for other in
    select distinct a.grantee::regrole as name from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = kept_table and a.grantee not in (0, c.relowner)
  loop
    execute format('create policy %I on %s to %s using (true) with check (true)', 'all_rows_' || other.name, kept_table, other.name);
  end loop;
end $$;

-- What users enter belongs to their client.
alter table booking_order add column client_id integer references client default entered_client();
alter table invoice_confirmation add column client_id integer references client default entered_client();
alter table contact_import add column client_id integer references client default entered_client();
alter table message add column client_id integer references client default entered_client();
create index booking_order_by_client on booking_order (client_id) where client_id is not null;

set local kontor.change_log = 'off';
update invoice_confirmation i set client_id = (select u.client_id from user_client u where u.user_id = i.created_by and u.is_default)
where i.booking_id is null and not exists (select from invoice_confirmation_booking b where b.confirmation_id = i.id);
update contact_import i set client_id = (select u.client_id from user_client u where u.user_id = i.created_by and u.is_default);
set local kontor.change_log = '';

create function take_entered_client() returns trigger language plpgsql as $$
begin
  new.client_id := coalesce(new.client_id, entered_client());
  return new;
end $$;
create trigger take_entered_client before insert on event_date for each row when (new.client_id is null)
  execute function take_entered_client();

do $outer$
declare
  name text;
  own text := 'coalesce(client_id, 0) = any((select own_clients())::integer[])';
begin
  foreach name in array array['event_date', 'lead', 'lead_category', 'task', 'newsletter_form', 'newsletter_consent', 'letterhead', 'signing_key',
    'certificate', 'website_key', 'webhook', 'webhook_change', 'contact_import']
  loop
    perform keep_clients_apart(name::regclass, own);
  end loop;
  foreach name in array array['date_catalogue', 'date_file', 'date_location', 'date_partner', 'date_price', 'date_responsible_person', 'date_room',
    'date_session_day', 'date_trainer', 'hotel_quota', 'busy_period', 'series_module', 'attendance_link', 'booking', 'seat_hold', 'feedback_response',
    'pending_booking']
  loop
    perform keep_clients_apart(name::regclass, format('exists (select from event_date d where d.id = %I.date_id)', name));
  end loop;
  -- Of an event, which all clients share, or of a date.
  foreach name in array array['catalogue_pdf', 'conference_package_item', 'message_rule']
  loop
    perform keep_clients_apart(name::regclass, format('date_id is null or exists (select from event_date d where d.id = %I.date_id)', name));
  end loop;
  foreach name in array array['booking_module', 'booking_reduction', 'booking_history', 'attendance', 'seat_link', 'feedback_invitation']
  loop
    perform keep_clients_apart(name::regclass, format('exists (select from booking b where b.id = %I.booking_id)', name));
  end loop;
  -- An order is of the client that entered it, and of those at whose dates it has seats.
  perform keep_clients_apart('booking_order', 'coalesce(client_id = any((select own_clients())::integer[]), false)
    or exists (select from booking b where b.order_id = booking_order.id)');
  foreach name in array array['order_acceptance', 'order_link', 'voucher_use']
  loop
    perform keep_clients_apart(name::regclass, format('exists (select from booking_order o where o.id = %I.order_id)', name));
  end loop;
  perform keep_clients_apart('withdrawal', 'case when order_id is null then 0 = any((select own_clients())::integer[])
    else exists (select from booking_order o where o.id = withdrawal.order_id) end');
  perform keep_clients_apart('invoice_confirmation', 'case
    when client_id is not null then client_id = any((select own_clients())::integer[])
    when booking_id is not null then exists (select from booking b where b.id = invoice_confirmation.booking_id)
    else exists (select from invoice_confirmation_booking c where c.confirmation_id = invoice_confirmation.id) end');
  perform keep_clients_apart('invoice_confirmation_booking', 'exists (select from booking b where b.id = invoice_confirmation_booking.booking_id)');
  perform keep_clients_apart('invoice_confirmation_element', 'exists (select from invoice_confirmation i where i.id = invoice_confirmation_element.confirmation_id)');
  perform keep_clients_apart('series_module_date', 'exists (select from series_module m where m.id = series_module_date.series_module_id)',
    'exists (select from series_module m where m.id = series_module_date.series_module_id)
      and exists (select from event_date d where d.id = series_module_date.linked_date_id)');
  perform keep_clients_apart('signing_secret', 'exists (select from signing_key k where k.id = signing_secret.signing_key_id)');
  foreach name in array array['webhook_secret', 'webhook_delivery']
  loop
    perform keep_clients_apart(name::regclass, format('exists (select from webhook w where w.id = %I.webhook_id)', name));
  end loop;
  perform keep_clients_apart('webhook_attempt', 'exists (select from webhook_delivery w where w.id = webhook_attempt.delivery_id)');
  perform keep_clients_apart('website_key_use', 'exists (select from website_key k where k.id = website_key_use.key_id)');
  perform keep_clients_apart('lead_contact', 'exists (select from lead l where l.id = lead_contact.lead_id)');
  perform keep_clients_apart('attachment', 'exists (select from task t where t.id = attachment.task_id)');
  perform keep_clients_apart('mailbox_mail', 'exists (select from task t where t.id = mailbox_mail.task_id)');
  perform keep_clients_apart('newsletter_form_category', 'exists (select from newsletter_form f where f.id = newsletter_form_category.form_id)');
  perform keep_clients_apart('contact_import_row', 'exists (select from contact_import i where i.id = contact_import_row.import_id)');
  -- An entry of a contact alone is shared, like the contact.
  perform keep_clients_apart('logbook_entry', '(task_id is null or exists (select from task t where t.id = logbook_entry.task_id))
    and (lead_id is null or exists (select from lead l where l.id = logbook_entry.lead_id))
    and (booking_id is null or exists (select from booking b where b.id = logbook_entry.booking_id))');
  perform keep_clients_apart('message', 'case when date_id is not null then exists (select from event_date d where d.id = message.date_id)
    else coalesce(client_id, 0) = any((select own_clients())::integer[]) end');
  -- Mail about a user's own account names no record.
  perform keep_clients_apart('outbox_mail', 'case
    when date_id is not null then exists (select from event_date d where d.id = outbox_mail.date_id)
    when booking_id is not null then exists (select from booking b where b.id = outbox_mail.booking_id)
    when message_id is not null then exists (select from message m where m.id = outbox_mail.message_id)
    when task_id is not null then exists (select from task t where t.id = outbox_mail.task_id)
    when consent_id is not null then exists (select from newsletter_consent c where c.id = outbox_mail.consent_id)
    else 0 = any((select own_clients())::integer[]) end', 'case
    when date_id is not null then exists (select from event_date d where d.id = outbox_mail.date_id)
    when booking_id is not null then exists (select from booking b where b.id = outbox_mail.booking_id)
    when task_id is not null then exists (select from task t where t.id = outbox_mail.task_id)
    else true end');
  -- A view belongs to its user. Users with a common client share theirs.
  perform keep_clients_apart('saved_view',
    'exists (select from user_client u where u.user_id = saved_view.user_id and u.client_id = any((select own_clients())::integer[]))');
  perform keep_clients_apart('change_log', 'case
    when date_id is not null then exists (select from event_date d where d.id = change_log.date_id)
    when table_name = ''newsletter_consent'' then exists (select from newsletter_consent c where c.id = change_log.row_id)
    when subject = ''date'' then exists (select from event_date d where d.id = change_log.subject_id)
    when subject = ''booking'' then exists (select from booking b where b.id = change_log.subject_id)
    when subject = ''order'' then exists (select from booking_order o where o.id = change_log.subject_id)
    when subject = ''invoice_confirmation'' then exists (select from invoice_confirmation i where i.id = change_log.subject_id)
    when subject = ''certificate'' then exists (select from certificate c where c.id = change_log.subject_id)
    when subject = ''withdrawal'' then exists (select from withdrawal w where w.id = change_log.subject_id)
    when subject = ''message'' then exists (select from message m where m.id = change_log.subject_id)
    when subject = ''lead'' then exists (select from lead l where l.id = change_log.subject_id)
    when subject = ''lead_category'' then exists (select from lead_category c where c.id = change_log.subject_id)
    when subject = ''task'' then exists (select from task t where t.id = change_log.subject_id)
    when subject = ''logbook_entry'' then exists (select from logbook_entry e where e.id = change_log.subject_id)
    when subject = ''contact_import'' then exists (select from contact_import i where i.id = change_log.subject_id)
    when subject = ''newsletter_form'' then exists (select from newsletter_form f where f.id = change_log.subject_id)
    when subject = ''website_key'' then exists (select from website_key k where k.id = change_log.subject_id)
    when subject = ''webhook'' then exists (select from webhook w where w.id = change_log.subject_id)
    when subject = ''client'' then subject_id = any((select own_clients())::integer[])
    else true end');
end $outer$;

-- A view shows what whoever reads it may see.
do $outer$
declare
  name text;
begin
  for name in select c.oid::regclass from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  loop
    execute format('alter view %s set (security_invoker = true)', name);
  end loop;
end $outer$;

-- Counters, numbers, the change log, search entries and the invalidation of caches follow from the rows of all clients: triggers run
-- as the owner of the tables. A later migration that creates a trigger function calls this again (test/tables.test.ts).
create function let_triggers_see_all() returns void language plpgsql as $outer$
declare
  name regprocedure;
  path text := (select string_agg(quote_ident(schema), ', ') from unnest(current_schemas(false)) schema);
begin
  for name in
    select p.oid from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prorettype = 'trigger'::regtype and not p.prosecdef
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s security definer set search_path = %s, pg_temp', name, path);
  end loop;
end $outer$;

-- Of the session: the triggers above run as the owner, who may empty the table.
create or replace function change_log_enabled() returns boolean language sql stable as $$
  select coalesce(current_setting('kontor.change_log', true), '') <> 'off' or not has_table_privilege(session_user, 'change_log', 'truncate')
$$;

-- A date is found by its client's users only.
create function search_date_of_client() returns trigger language plpgsql as $$
begin
  perform refresh_search_entries_of_date(array[new.id]);
  return null;
end $$;
create or replace view search_source_date with (security_invoker = true) as
select 'date' as kind, d.id, coalesce(d.client_id, (select min(c.id) from client c)) as client_id, ' ' || search_key(concat_ws(' ', nullif(d.title, ''), e.title, d.identifier, d.article_no,
    e.identifier, e.article_no, d.subtitle,
    (select string_agg(c.last_name, ' ') from date_location l join contact c on c.id = l.contact_id where l.date_id = d.id))) as search_text
from event_date d join event e on e.id = d.event_id;
create trigger search_date_on_event_date_client after update of client_id on event_date for each row when (old.client_id is distinct from new.client_id)
  execute function search_date_of_client();
update search_entry s set client_id = coalesce(d.client_id, (select min(c.id) from client c)) from event_date d where s.kind = 'date' and s.id = d.id;

-- Users whose clients become others, and clients that are added: who sees all may change.
select invalidate_on_change('client', 'access');

-- Users of an instance with one client belong to it.
insert into user_client (user_id, client_id, is_default)
select u.id, c.id, true from app_user u cross join client c
where (select count(*) from client) = 1 and not exists (select from user_client o where o.user_id = u.id);

select let_triggers_see_all();
