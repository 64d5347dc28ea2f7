// A session of the back office of a service in a process of its own.
import { type RunningService, run } from './kontor-process.ts'

/** Signs in the first user by an invitation. @returns the headers of writes */
export async function signInByInvitation(
  { url }: RunningService,
  data: string,
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const { stdout } = await run(['user', 'invite', 'admin@localhost'], { KONTOR_DATA: data })
  const answer = await fetch(`${url}/office/api/invitations/${/invitation\/([\w-]+)/.exec(stdout)![1]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'a long password of words' }),
  })
  const [{ csrfToken }] = (await answer.json()) as [{ csrfToken: string }]
  return { cookie: answer.headers.get('set-cookie')!.split(';')[0]!, 'x-csrf-token': csrfToken }
}
