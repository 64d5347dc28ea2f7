-- rolling: the version before knows neither column, and both have a default
-- Where the address of the server itself leads, and what images show, in English.

alter table website_pages
  add column start_page text not null default 'dates' check (start_page in ('dates', 'office'));

alter table image
  -- empty: as in German
  add column alt_text_en text not null default '';
