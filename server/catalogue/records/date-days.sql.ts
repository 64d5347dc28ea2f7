// The days of a date with their hours, in SQL.

/** The days of a date: `lastDay` is another one of a long date without session days, which is one period. */
export type DayOfDate = { day: string; lastDay: string; startTime: string; endTime: string }

/** Of a date (alias `d`) as JSON, as in calendars. */
export const daysOfDate = `coalesce((select json_agg(json_build_object('day', y.first_day::text, 'lastDay', y.last_day::text,
    'startTime', case when y.first_day = y.last_day then y.start_time else d.start_time end,
    'endTime', case when y.first_day = y.last_day then y.end_time else d.end_time end) order by y.first_day, y.start_time)
  from date_calendar_day y where y.date_id = d.id), '[]')`
