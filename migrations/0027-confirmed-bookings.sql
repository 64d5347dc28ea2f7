-- rolling: the version before does not know the table, and confirms bookings without it.
-- The bookings whose seats an invoice confirmation has. invoice_confirmation.booking_id stays what it refers to.

create table invoice_confirmation_booking (
  confirmation_id integer not null references invoice_confirmation on delete cascade,
  booking_id integer not null references booking,
  primary key (confirmation_id, booking_id)
);
create index invoice_confirmation_booking_by_booking on invoice_confirmation_booking (booking_id);
select log_changes('invoice_confirmation_booking', 'invoice_confirmation', 'r.confirmation_id');
