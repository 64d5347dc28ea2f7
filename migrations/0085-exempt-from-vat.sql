-- rolling: the version before does not show the new text
alter table website_pages
  -- beside prices without VAT, such as "steuerfrei nach § 4 Nr. 21 UStG"; '': only that there is none
  add column vat_exemption text not null default '' check (length(vat_exemption) <= 200),
  add column vat_exemption_en text not null default '' check (length(vat_exemption_en) <= 200);
