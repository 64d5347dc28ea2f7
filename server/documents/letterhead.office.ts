// Letterheads in the back office. Their id is that of the client.
import Type from 'typebox'
import { lockVersion } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { runInWorker } from '../platform/runtime/worker-pool.ts'
import { documentErrors } from './document.errors.ts'
import { LanguageChoice } from './documents.office.ts'
import { renderInWorker } from './documents.ts'
import { type Letterhead, LetterheadInput, LetterheadPatch, OfficeLetterhead } from './letterhead.schema.ts'
import { changedLetterhead, loadOfficeLetterhead, writeLetterhead } from './letterhead.sql.ts'
import { maxLogoBytes } from './logo-limit.ts'
import { sampleCertificate } from './sample.ts'

const params = Type.Object({ letterheadId: Id })
const response = Type.Array(OfficeLetterhead)
const checkTimeoutMs = 10_000

/** The letterhead as it would be. @throws Failure 404, 400 if the logo is no usable image */
async function checkedLetterhead(
  reader: Reader,
  clientId: number,
  input: LetterheadInput,
): Promise<Letterhead> {
  const letterhead = await changedLetterhead(reader, clientId, input)
  if (!input.logo || !letterhead.logo) return letterhead
  const isUsable =
    letterhead.logo.length <= maxLogoBytes &&
    (await runInWorker<Uint8Array, boolean>(
      { file: new URL('./layout/image.ts', import.meta.url), name: 'isUsableImage' },
      letterhead.logo,
      checkTimeoutMs,
    ))
  if (!isUsable) throw badRequest([{ field: 'logo', ...documentErrors.notAnImage() }])
  return letterhead
}

const getLetterhead = officeEndpoint({
  method: 'GET',
  path: '/letterheads/{letterheadId}',
  right: 'admin',
  params,
  response,
  handle: async ({ db, params: { letterheadId } }) => [await loadOfficeLetterhead(db, letterheadId)],
})

const patchLetterhead = officeEndpoint({
  method: 'PATCH',
  path: '/letterheads/{letterheadId}',
  right: 'admin',
  params,
  body: LetterheadPatch,
  response,
  handleInSteps: async ({ db, transact, params: { letterheadId }, body: { version, ...input } }) => {
    const letterhead = await checkedLetterhead(db, letterheadId, input)
    return transact(async (tx) => {
      await lockVersion(tx, 'client', letterheadId, version)
      await writeLetterhead(tx, letterheadId, letterhead)
      return [await loadOfficeLetterhead(tx, letterheadId)]
    })
  },
})

/** A document with the values of a form, before they are saved; in base64. */
const previewLetterhead = officeEndpoint({
  method: 'POST',
  path: '/letterheads/{letterheadId}/preview',
  right: 'admin',
  params,
  query: Type.Object({ language: LanguageChoice }),
  body: LetterheadInput,
  response: Type.Array(record({ pdf: Type.String() })),
  handleInSteps: async ({
    db,
    settings,
    today,
    params: { letterheadId },
    query: { language = 'de' },
    body,
  }) => {
    const letterhead = await checkedLetterhead(db, letterheadId, body)
    const { content } = await renderInWorker({
      content: sampleCertificate(letterhead, language, settings, today),
      language,
      timeZone: settings.timeZone,
      letterhead,
    })
    return [{ pdf: content.toString('base64') }]
  },
})

export const letterheadsOffice = [getLetterhead, patchLetterhead, previewLetterhead]
