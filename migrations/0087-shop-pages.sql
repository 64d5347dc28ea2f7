-- rolling: the version before does not read the new column, and shows the font of the device where it does not know another one
-- Visitors are promised that a date with such a status takes place.
alter table date_status add column is_guaranteed boolean not null default false;
update date_status set is_guaranteed = true where status in ('confirmed', 'running');

-- The pages of events say what cancelling costs.
select invalidate_on_change('cancellation_step', 'event', 'select event_id from changed');

-- Inter is served by the instance; devices have the others.
alter table website_pages
  drop constraint website_pages_font_check,
  add check (font in ('system', 'inter', 'serif', 'rounded'));
