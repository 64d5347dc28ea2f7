-- rolling: the function does the same.
-- The half days of one date are divided, instead of those of all dates.

create or replace function delete_contradicted_attendance() returns trigger language plpgsql as $$
begin
  if exists (select from attendance where booking_id = new.id) then
    delete from attendance a where a.booking_id = new.id and (
      new.date_id <> old.date_id
      or not exists (select from booking_status s where s.status = new.status and s.counts_as = 'booked')
      or case new.status
        when 'absent' then a.attended
        when 'attended' then not exists (
          select from booking_half_day h where h.booking_id = new.id and h.date_id = new.date_id and h.attended)
        else not exists (
          select from booking_half_day h where h.booking_id = new.id and h.date_id = new.date_id and h.attended is null)
      end);
  end if;
  return null;
end $$;
