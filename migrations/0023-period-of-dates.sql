-- rolling: the version before does not know that there is an index
-- The dates of a period, for calendar, lanes and list: those that end on its first day or later, and start on its last or earlier.

create index event_date_by_period on event_date (coalesce(end_date, start_date), start_date);
