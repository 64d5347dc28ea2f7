-- The start page counts by day: bookings made, sign-ups to newsletters, new leads.
create index participation_by_day on participation (created_at, status);
create index newsletter_consent_by_day on newsletter_consent (given_at, client_id);
create index lead_by_creation on lead (client_id, created_at);
