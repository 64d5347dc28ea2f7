-- rolling: the version before does not show these texts
-- Texts of the provider's own in the booking form, and after a booking.

alter table website_pages
  add column form_text text not null default '' check (length(form_text) <= 2000),
  add column form_text_en text not null default '' check (length(form_text_en) <= 2000),
  add column booked_text text not null default '' check (length(booked_text) <= 2000),
  add column booked_text_en text not null default '' check (length(booked_text_en) <= 2000);
