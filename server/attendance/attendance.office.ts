// Attendance in the back office.
import Type from 'typebox'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { Id } from '../platform/http/schema.ts'
import { AllAttended, AttendanceMarks, AttendanceSheet } from './attendance.schema.ts'
import { loadSheet } from './attendance.sql.ts'
import { recordAllAttended, recordMarks } from './record-attendance.ts'

const right = ['100100', '090300:access'] as const
const params = Type.Object({ dateId: Id })
const response = Type.Array(AttendanceSheet)

const getSheet = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/attendance',
  right: '090300:access',
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
  right,
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
  right,
  params,
  body: AllAttended,
  response,
  handle: async ({ tx, params: { dateId }, body, today }) => [
    await recordAllAttended(tx, dateId, body, today),
  ],
})

export const attendanceOffice = [getSheet, postMarks, postAllAttended]
