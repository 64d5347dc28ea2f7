-- Staff choose whose public holidays planning knows.
alter table setting drop constraint setting_name_check;
alter table setting add constraint setting_name_check check (name in ('name', 'time_zone', 'holiday_region'));
