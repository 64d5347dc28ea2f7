-- rolling: the version before writes no records
-- What a visitor was shown when ordering, signed by the client whose dates were ordered.

create table order_record (
  order_id integer primary key references booking_order on delete cascade,
  signing_key_id integer not null references signing_key,
  -- JSON; the signature is of these bytes
  payload text not null,
  -- Ed25519
  signature bytea not null check (octet_length(signature) = 64)
);
create index order_record_by_key on order_record (signing_key_id);

-- What was recorded stays as it was recorded, as long as its order.
create function keep_order_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from booking_order o where o.id = old.order_id) then
      return old;
    end if;
  end if;
  raise exception 'the record of order % is kept', old.order_id using errcode = 'check_violation', constraint = 'order_record_is_kept';
end $$;
create trigger keep_order_record before update or delete on order_record for each row execute function keep_order_record();

-- Where a booking was made that has to be confirmed by mail.
alter table pending_booking add column channel jsonb not null default '{}' check (jsonb_typeof(channel) = 'object');

select keep_clients_apart('order_record', 'exists (select from booking_order o where o.id = order_record.order_id)');
select let_triggers_see_all();
