-- rolling: the version before reads the rates as the numbers that they are, and writes whole ones
-- VAT rates of articles and invoice confirmations have up to two decimals, as those of prices do. Their type is not numeric, which the
-- version before would read as a text.
alter table article
  drop constraint article_vat_rate_check,
  alter column vat_rate type double precision,
  add constraint article_vat_rate_check check (vat_rate between 0 and 100 and vat_rate = round(vat_rate::numeric, 2));
alter table invoice_confirmation_element
  alter column vat_rate type double precision,
  add constraint invoice_confirmation_element_vat_rate_check check (vat_rate = round(vat_rate::numeric, 2));
