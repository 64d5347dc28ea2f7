-- rolling: the version before gives a discount without its steps, which stays as it was agreed
-- A group discount holds for seats that stay booked. Bookings made before keep the price that they were agreed at.

alter table booking
  -- the agreed steps, as minSeats and discountPercent; those with more seats than were booked are left out
  add column group_discount jsonb not null default '[]' check (jsonb_typeof(group_discount) = 'array');
create index booking_with_group_discount on booking (order_id) where group_discount <> '[]';

alter table booking_reduction add column is_group_discount boolean not null default false;
create unique index booking_reduction_one_group_discount on booking_reduction (booking_id) where is_group_discount;
