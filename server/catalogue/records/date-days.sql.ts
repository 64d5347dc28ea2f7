// The days of a date with their hours, in SQL.

/** Of a date (alias `d`) as JSON: its session days, otherwise each day from its start to its end. */
export const daysOfDate = `coalesce((select json_agg(json_build_object('day', s.day::text, 'startTime', s.start_time, 'endTime', s.end_time) order by s.day, s.start_time)
  from (select h.day, h.start_time, h.end_time from date_session_day h where h.date_id = d.id and h.day is not null
    union all
    select p, d.start_time, d.end_time
    from plain_days(d.start_date, least(coalesce(d.end_date, d.start_date), d.start_date + 60), d.start_time, d.end_time) p
    where not exists (select from date_session_day h where h.date_id = d.id and h.day is not null)) s), '[]')`
