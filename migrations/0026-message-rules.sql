-- rolling: constraints that allow more
-- Several rules for a cause: at different days, or for different recipients with a template of their own.

alter table message_rule drop constraint message_rule_once;

-- A recipient is told by one rule of a scope. Deferred: rules of a cause are written together, and may exchange their recipients.
alter table message_rule
  add constraint message_rule_one_for_participants exclude using btree ((coalesce(category_id, 0)) with =, (coalesce(event_id, 0)) with =,
    (coalesce(date_id, 0)) with =, cause with =, offset_days with =) where ('participant' = any (recipients)) deferrable initially deferred,
  add constraint message_rule_one_for_orderers exclude using btree ((coalesce(category_id, 0)) with =, (coalesce(event_id, 0)) with =,
    (coalesce(date_id, 0)) with =, cause with =, offset_days with =) where ('orderer' = any (recipients)) deferrable initially deferred,
  add constraint message_rule_one_for_trainers exclude using btree ((coalesce(category_id, 0)) with =, (coalesce(event_id, 0)) with =,
    (coalesce(date_id, 0)) with =, cause with =, offset_days with =) where ('trainer' = any (recipients)) deferrable initially deferred,
  add constraint message_rule_one_for_locations exclude using btree ((coalesce(category_id, 0)) with =, (coalesce(event_id, 0)) with =,
    (coalesce(date_id, 0)) with =, cause with =, offset_days with =) where ('location' = any (recipients)) deferrable initially deferred,
  add constraint message_rule_one_for_staff exclude using btree ((coalesce(category_id, 0)) with =, (coalesce(event_id, 0)) with =,
    (coalesce(date_id, 0)) with =, cause with =, offset_days with =) where ('staff' = any (recipients)) deferrable initially deferred;
create index message_rule_by_category on message_rule (category_id) where category_id is not null;
