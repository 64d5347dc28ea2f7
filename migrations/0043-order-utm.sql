-- rolling: the version before neither reads nor writes this column
-- The UTM parameters of the link that led a visitor to a booking.

alter table booking_order
  -- source, medium, campaign, term and content, as far as the link had them
  add column utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object');
