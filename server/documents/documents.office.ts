// Documents in the back office.
import Type from 'typebox'
import { loadUserLanguage } from '../invoices/invoice.sql.ts'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { type Language, languages } from '../platform/ground/language.ts'
import { Id, IsoDate } from '../platform/ground/schema.ts'
import { FileResponse, officeEndpoint } from '../platform/http/endpoint.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { documentErrors } from './document.errors.ts'
import { type DocumentRequest, loadDocument, type RenderedDocument, renderInWorker } from './documents.ts'
import { type LabelName, labelFormats, labelNames, labelsOf, tableCardFormats } from './layout/labels.ts'

export const LanguageChoice = Type.Optional(Type.Unsafe<Language>(Type.Enum([...languages])))

const dateKinds = ['sign-in-sheet', 'participants', 'badges', 'table-cards', 'trainer-folder'] as const

export const labelFields = {
  label: Type.Optional(Type.Unsafe<LabelName>(Type.Enum([...labelNames]))),
  /** The first label that is free, from 1. */
  firstLabel: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

const query = Type.Object({
  /** Left out: that of the user. */
  language: LanguageChoice,
  /** A sign-in sheet of one day. */
  day: Type.Optional(IsoDate),
  ...labelFields,
  format: Type.Optional(Type.Unsafe<(typeof tableCardFormats)[number]>(Type.Enum([...tableCardFormats]))),
})

export const pdfResponse = ({ fileName, content }: RenderedDocument): FileResponse =>
  new FileResponse({ type: 'application/pdf', name: fileName, inline: true, content })

/** Renders a document in a language, or in that of the user. */
export async function printDocument(
  context: { db: Reader; settings: Settings; principal: Principal },
  language: Language | undefined,
  request: (language: Language) => DocumentRequest,
): Promise<FileResponse> {
  const { db, settings, principal } = context
  const wanted = request(language ?? (await loadUserLanguage(db, principal)))
  const loaded = await loadDocument(db, settings, wanted)
  return pdfResponse(
    await renderInWorker({ ...loaded, language: wanted.language, timeZone: settings.timeZone }),
  )
}

export const labelErrors = (label: LabelName, firstLabel: number): FieldError[] => {
  const count = labelsOf(labelFormats[label])
  return firstLabel <= count ? [] : [{ field: 'firstLabel', ...documentErrors.firstLabel({ count }) }]
}

const getDateDocument = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/documents/{kind}',
  confirmed: true,
  right: 'booking:access',
  params: Type.Object({
    dateId: Id,
    kind: Type.Unsafe<(typeof dateKinds)[number]>(Type.Enum([...dateKinds])),
  }),
  query,
  handle: async (context) => {
    const { dateId, kind } = context.params
    const { language, day, label, firstLabel, format } = context.query
    const errors = labelErrors(label ?? 'L4785', firstLabel ?? 1)
    if (errors.length > 0) throw badRequest(errors)
    return printDocument(context, language, (chosen) => ({
      kind,
      dateId,
      language: chosen,
      ...(day === undefined ? {} : { day }),
      ...(label === undefined ? {} : { label }),
      ...(firstLabel === undefined ? {} : { firstLabel }),
      ...(format === undefined ? {} : { format }),
    }))
  },
})

const getConfirmation = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations/{confirmationId}/pdf',
  right: '100400',
  params: Type.Object({ confirmationId: Id }),
  query: Type.Object({ language: LanguageChoice }),
  handle: (context) =>
    printDocument(context, context.query.language, (language) => ({
      kind: 'invoice-confirmation',
      confirmationId: context.params.confirmationId,
      language,
    })),
})

export const documentEndpoints = [getDateDocument, getConfirmation]
