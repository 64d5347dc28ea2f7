-- rolling: the version before does not know the table
-- Enquiries of visitors within the last hour, which became leads: by their networks, for the limits, and by what they say, so that a form
-- that is sent twice asks once.
create table website_enquiry (
  digest bytea primary key,
  network text not null,
  site text not null,
  created_at timestamptz not null
);
create index website_enquiry_by_created_at on website_enquiry (created_at);
