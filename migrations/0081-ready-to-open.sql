-- rolling: the version before does not show the new texts
-- Texts and addresses that the law asks for before the pages for visitors take bookings.

alter table website_pages
  add column accessibility_url text not null default '' check (accessibility_url ~ '^(https?://|$)'),
  -- plain text below the price of the booking form, such as a reason why there is no VAT
  add column vat_note text not null default '' check (length(vat_note) <= 2000),
  add column vat_note_en text not null default '' check (length(vat_note_en) <= 2000),
  -- plain text: how and when is paid
  add column payment_text text not null default '' check (length(payment_text) <= 2000),
  add column payment_text_en text not null default '' check (length(payment_text_en) <= 2000);
