// Attendance in the back office.

import Type from 'typebox'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { bookingRights } from '../platform/ground/rights.ts'
import { Id, IsoDate, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { AllAttended, AttendanceMarks, AttendanceSheet } from './attendance.schema.ts'
import { loadSheet } from './attendance.sql.ts'
import { AttendanceLinks, createLink, linkPath, loadLinks, revokeLink } from './links.ts'
import { recordAllAttended, recordMarks } from './record-attendance.ts'

const params = Type.Object({ dateId: Id })
const response = Type.Array(AttendanceSheet)

const getSheet = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/attendance',
  right: 'booking:access',
  params,
  response,
  handle: async ({ db, params: { dateId }, today }) => {
    const sheet = await loadSheet(db, dateId, today)
    if (!sheet) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    return [sheet]
  },
})

const postMarks = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/attendance',
  right: bookingRights,
  params,
  body: AttendanceMarks,
  response,
  handle: async ({ tx, params: { dateId }, body: { marks }, today }) => [
    await recordMarks(tx, dateId, marks, today),
  ],
})

const postAllAttended = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/attendance/all-attended',
  right: bookingRights,
  params,
  body: AllAttended,
  response,
  handle: async ({ tx, params: { dateId }, body, today }) => [
    await recordAllAttended(tx, dateId, body, today),
  ],
})

const getLinks = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/attendance-links',
  right: bookingRights,
  params,
  response: Type.Array(AttendanceLinks),
  handle: async ({ db, params: { dateId }, today, now }) => [await loadLinks(db, dateId, today, now)],
})

/** The answer has the address, which cannot be read again. */
const postLink = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/attendance-links',
  right: bookingRights,
  params,
  secretResponse: true,
  body: record({ trainerId: Id, lastDay: IsoDate }),
  response: Type.Array(record({ link: Type.String() })),
  handle: async ({ tx, params: { dateId }, body, today, now, settings: { timeZone } }) => [
    { link: linkPath(await createLink(tx, { dateId, ...body }, { today, now, timeZone })) },
  ],
})

const postRevokeLink = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/attendance-links/{linkId}/revoke',
  right: bookingRights,
  params: Type.Object({ dateId: Id, linkId: Id }),
  response: Type.Array(AttendanceLinks),
  handle: async ({ tx, params: { dateId, linkId }, today, now }) => {
    await revokeLink(tx, dateId, linkId, now)
    return [await loadLinks(tx, dateId, today, now)]
  },
})

export const attendanceOffice = [getSheet, postMarks, postAllAttended, getLinks, postLink, postRevokeLink]
