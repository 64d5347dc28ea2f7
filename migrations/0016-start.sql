-- The start page counts by day: bookings made, sign-ups to newsletters, new leads.
create index booking_by_created_at_status on booking (created_at, status);
create index newsletter_consent_by_given_at on newsletter_consent (given_at, client_id);
create index lead_by_client_created_at on lead (client_id, created_at);
