-- rolling: the version before does not know the function
-- The day on which a date ends: for an evening that ends after midnight, the day after it. A date is over when this day has passed.
create function last_day(d event_date) returns date language sql stable parallel safe as $$
  select greatest(coalesce(d.end_date, d.start_date),
    (select max(y.day + case when y.end_time > '00:00' and y.end_time < y.start_time then 1 else 0 end) from date_day y where y.date_id = d.id))
$$;

-- Whether a date ends on a day or later. Only for the day before it, last_day is asked.
create function ends_from(d event_date, day date) returns boolean language sql stable parallel safe as $$
  select coalesce(d.end_date, d.start_date) >= day - 1 and (coalesce(d.end_date, d.start_date) >= day or last_day(d) >= day)
$$;
