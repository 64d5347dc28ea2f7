-- rolling: the version before does not read the new column, and invalidates events more often than it needs
-- Visitors are promised that a date with such a status takes place.
alter table date_status add column is_guaranteed boolean not null default false;
update date_status set is_guaranteed = true where status in ('confirmed', 'running');

-- The pages of events say what cancelling costs.
select invalidate_on_change('cancellation_step', 'event', 'select event_id from changed');
