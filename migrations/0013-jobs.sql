-- Work that rows of a table ask for is a job of the queue as well (schema graphile_worker), so that a process begins as soon as the
-- transaction has committed. The rows stay the truth: the jobs recur anyway, and a lost job only delays the work.

-- One job for a transaction. No key, for which transactions would wait for each other.
create function wake_job() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('kontor.woken_' || replace(tg_argv[0], '-', '_'), true) is distinct from 'yes' then
    perform set_config('kontor.woken_' || replace(tg_argv[0], '-', '_'), 'yes', true);
    perform graphile_worker.add_job(tg_argv[0]);
  end if;
  return null;
end $$;

create trigger wake_job after insert or update of next_attempt_at on outbox_mail for each row
  when (new.sent_at is null and new.failed_at is null and new.next_attempt_at <= now())
  execute function wake_job('send-mail');

create trigger wake_job after insert or update of status, pause_reason, run_as_user_id on contact_import for each row
  when (new.status in ('checking', 'running', 'undoing') and new.pause_reason is null and new.run_as_user_id is not null)
  execute function wake_job('run-imports');
