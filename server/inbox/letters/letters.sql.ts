// The letters of a task: the one that was filed, and the replies that were sent.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { isHtml, type ShownMail } from '../mail-body.document.ts'
import type { LetterOfTask } from './letter.schema.ts'

type Row = Omit<LetterOfTask, 'isHtml'> & Pick<ShownMail, 'format'>

/** @param sender the address that replies come from */
export async function lettersOfTask(reader: Reader, taskId: number, sender: string): Promise<LetterOfTask[]> {
  const { rows } = await sql<Row>`
    select 'received' as direction, message_id as "messageId", mail_from as "from", mail_to as "to", mail_cc as cc,
      coalesce(nullif(whole_subject, ''), subject) as subject, body, mail_format as format,
      to_json(coalesce(received_at, created_at)) #>> '{}' as at
    from task where id = ${taskId} and (kind = 'mail' or mail_from <> '' or mail_to <> '')
    union all
    (select 'sent', '', ${sender}, array_to_string(array(select jsonb_array_elements_text(data -> 'to')), ', '),
      array_to_string(array(select jsonb_array_elements_text(data -> 'cc')), ', '), subject, body, 'html',
      to_json(sent_at) #>> '{}'
    from outbox_mail where task_id = ${taskId} and kind = 'reply' and sent_at is not null order by sent_at, id limit 200)`.execute(
    reader,
  )
  return rows.map(({ format, ...letter }) => ({ ...letter, isHtml: isHtml({ body: letter.body, format }) }))
}
