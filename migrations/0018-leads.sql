-- rolling: the columns have a default or may stay empty
-- What a lead may be worth, and when it was offered.

alter table lead
  -- in EUR; 0: unknown
  add column value_eur numeric(12, 2) not null default 0 check (value_eur >= 0),
  add column offer_date date;
