-- rolling: the version before sends no mail of the new kind
-- Visitors who have lost the link to their booking get another one by mail.

alter table outbox_mail
  drop constraint outbox_mail_kind_check,
  -- order_links: new links to the bookings that were made with the recipient's address
  add constraint outbox_mail_kind_check
    check (kind in ('template', 'double_opt_in', 'test', 'account', 'message', 'reply', 'withdrawal', 'order_links'));

create index booking_order_by_entered_email on booking_order (lower(entered -> 'orderer' ->> 'email'))
  where source = 'website';
