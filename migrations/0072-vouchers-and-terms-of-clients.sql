-- rolling: the version before sees and uses all of them
-- Vouchers and terms belong to the client whose user enters them, and hold for the dates of that client. Those without a client hold
-- for the dates of all; the office shows them to administrators and to users of the first client.

alter table voucher add column client_id integer references client default entered_client();
alter table terms_document add column client_id integer references client default entered_client();
create index voucher_by_client on voucher (client_id) where client_id is not null;
create index terms_document_by_client on terms_document (client_id) where client_id is not null;

-- Whether something of a client, or of all, holds for the dates of another.
create function holds_for(owner_client_id integer, date_client_id integer) returns boolean language sql stable parallel safe as $$
  select owner_client_id is null or owner_client_id = coalesce(date_client_id, (select min(c.id) from client c))
$$;

select keep_clients_apart(name::regclass, 'coalesce(client_id, 0) = any((select own_clients())::integer[])')
from unnest(array['voucher', 'terms_document']) name;
