-- rolling: the version before does not know the table, and books a form that is sent to both versions twice
-- A form of the booking page that has booked. A repetition of the form leads to the same order.

create table order_form (
  -- SHA-256 of the key in the form
  hash bytea primary key,
  -- SHA-256 of the entries of the visitor
  entries bytea not null,
  order_id integer references booking_order on delete cascade,
  -- until the booking is confirmed by mail
  pending_id bigint references pending_booking on delete cascade,
  created_at timestamptz not null,
  check ((order_id is null) <> (pending_id is null))
);
create index order_form_by_order on order_form (order_id);
create index order_form_by_pending on order_form (pending_id);

select keep_clients_apart('order_form', 'exists (select from booking_order o where o.id = order_form.order_id)
  or exists (select from pending_booking p where p.id = order_form.pending_id)');
