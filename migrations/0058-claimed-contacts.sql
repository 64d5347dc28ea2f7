-- rolling: the version before leaves the columns false, and shows visitors the contact
-- A visitor who enters the e-mail address and the last name of a contact books for it, but has not proven to be this person.

alter table booking_order
  -- the orderer was a contact before the order: a visitor is shown what was entered, not what is known
  add claims_contact boolean not null default false;

alter table booking
  -- the participant was a contact before the visitor named it
  add claims_contact boolean not null default false;

alter table order_link
  -- sent to the orderer: a button of the page that it opens proves the mailbox
  add by_mail boolean not null default false;
