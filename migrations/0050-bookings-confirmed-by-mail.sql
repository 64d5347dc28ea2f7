-- rolling: the version before asks for no confirmation, and sends no mail of the new kind
-- Bookings of visitors that are made by a link in a mail, where the event says so. The seats are held for an hour meanwhile.

alter table event
  add column visitors_confirm_by_mail text not null default 'never'
    check (visitors_confirm_by_mail in ('never', 'disposable', 'always'));

create table pending_booking (
  id bigint generated always as identity primary key,
  -- SHA-256 of the secret in the link
  hash bytea not null unique,
  client_id integer not null references client on delete cascade,
  date_id integer not null references event_date on delete cascade,
  -- in seat_hold as long as it is held; null: for the waiting list alone
  hold_id uuid,
  -- as it was asked for, and what was checked of it; {} once it is booked
  booking jsonb not null,
  checked jsonb not null,
  -- what all seats cost, as the visitor has agreed to; null: not known
  gross jsonb,
  language text not null,
  visitor_address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  booked_order_id integer references booking_order on delete cascade
);
create index pending_booking_by_expiry on pending_booking (expires_at);
create index pending_booking_by_email on pending_booking (lower(booking -> 'orderer' ->> 'email'));
create index pending_booking_by_client on pending_booking (client_id);
create index pending_booking_by_date on pending_booking (date_id);
create index pending_booking_by_order on pending_booking (booked_order_id);

alter table outbox_mail
  drop constraint outbox_mail_kind_check,
  -- booking_confirmation: the link by which a visitor confirms a booking
  add constraint outbox_mail_kind_check
    check (kind in ('template', 'double_opt_in', 'test', 'account', 'message', 'reply', 'withdrawal', 'order_links',
      'booking_confirmation'));
