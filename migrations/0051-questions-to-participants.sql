-- rolling: the version before asks every question once for an order, and stores no answers of participants
-- Questions that each participant answers.

alter table booking_question add column is_per_participant boolean not null default false;
-- by the German question, as they were asked
alter table booking add column answers jsonb not null default '{}';
