// Records of a client to which administrators alone belong. Whoever else is shown one of them has found a leak.
import type pg from 'pg'
import { withClient } from '../../support/with-client.ts'
import type { Response } from '../send.ts'
import type { Actor } from './accounts.ts'
import { linkSecrets } from './links.ts'

/** A word that only these records have. */
const markOfOthers = 'Xanthippe'

/**
 * Gives a third of the demo's dates, leads and tasks to another client, with the bookings of the dates, and marks them. A series shows
 * its modules, whosever they are: neither is among these dates. Administrators of the attack may change them,
 * but neither move them to the first client nor copy their mark there.
 * @param connection of the owner of the tables
 */
export const insertOtherClient = (connection: pg.ClientConfig) =>
  withClient(connection, (owner) =>
    owner.query(`
    insert into client (name) values ('Other');
    update event_date set client_id = (select max(id) from client), title = '${markOfOthers} ' || id where id % 3 = 0
      and not exists (select from series_module m where m.date_id = event_date.id)
      and not exists (select from series_module_date m where m.linked_date_id = event_date.id);
    update booking b set comment = '${markOfOthers}' where exists (select from event_date d where d.id = b.date_id and d.title like '${markOfOthers}%');
    update lead set client_id = (select max(id) from client), category_id = null, name = '${markOfOthers} ' || id where id % 3 = 0;
    update task set client_id = (select max(id) from client), subject = '${markOfOthers} ' || id where id % 3 = 0;
    create function stay_of_client() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'booking' then
        if old.comment = '${markOfOthers}' and not exists (select from event_date d where d.id = new.date_id and d.title like '${markOfOthers}%') then
          raise exception 'a record stays with its client' using errcode = '23503';
        end if;
      elsif new.client_id is distinct from old.client_id then
        raise exception 'a record stays with its client' using errcode = '23503';
      end if;
      return new;
    end $$;
    create function leave_mark() returns trigger language plpgsql as $$
    begin
      if new.client_id is distinct from (select max(id) from client where name = 'Other') then
        new.title := replace(new.title, '${markOfOthers}', '');
      end if;
      return new;
    end $$;
    create trigger stay_of_client before update of date_id on booking for each row execute function stay_of_client();
    create trigger leave_mark before insert on event_date for each row execute function leave_mark();
    ${['event_date', 'lead', 'task'].map((table) => `create trigger stay_of_client before update of client_id on ${table} for each row execute function stay_of_client()`).join(';')}`),
  )

/** `GET /events` is the published catalogue of the instance; the back office shows what it answers. */
const ofInstance = /^\/restapi\/v1\/events\b|^\/office\/api\/(events|dates)\/[^/]+\/website\b/

/** Of users, by a session or a token. */
const ofUsers = /^\/(restapi\/v1|integration\/v1|office\/api)\b/

/** The fault of a response that shows a record of the other client to somebody who has neither that client nor a link to it. */
export function leakOf(
  { path, actor }: { path: string; actor: Actor },
  { text }: Response,
): string | undefined {
  if (!text.includes(markOfOthers) || ofInstance.test(path)) return undefined
  // The keys of all actors are of the first client; an administrator sees all by a user's session or token.
  if ((actor === 'admin' || actor === 'keeper') && ofUsers.test(path)) return undefined
  return linkSecrets.some((secret) => path.includes(secret))
    ? undefined
    : 'shows what belongs to another client'
}
