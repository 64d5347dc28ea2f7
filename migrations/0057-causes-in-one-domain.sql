-- rolling: the version before reads and writes a domain as the text that it is
-- The causes of messages, once for all tables. The compiler compares them with their record, server/messages/causes.ts.

alter table communication_template drop constraint communication_template_cause_check;
alter table message_rule drop constraint message_rule_cause_check;
alter table message drop constraint message_cause_check;

-- The check comes afterwards: it reads the tables, and does not write them anew.
create domain message_cause as text;
alter table communication_template alter column cause type message_cause;
alter table message_rule alter column cause type message_cause;
alter table message alter column cause type message_cause;
alter domain message_cause add constraint message_cause_check check (value in ('booked', 'waitlisted', 'offered', 'promoted', 'changed',
  'moved', 'transferred', 'booking_cancelled', 'date_cancelled', 'joining_instructions', 'reminder', 'thanks', 'trainer_brief',
  'location_list', 'manual'));

-- Messages that staff write have neither rules nor a template of their cause.
alter table communication_template add constraint communication_template_cause_has_rules check (cause <> 'manual');
alter table message_rule add constraint message_rule_cause_has_rules check (cause <> 'manual');
