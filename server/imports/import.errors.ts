import { defineErrors } from '../platform/ground/error-text.ts'

export const importErrors = defineErrors('imports', {
  // Rows
  unreadableCharacter: '"{text}" has a character that cannot be read: the file is UTF-8, but not here',
  emptyCell: 'is empty, but must have a value',
  tooLong: 'has {length} characters ("{text}…"), but at most {max} are allowed',
  notEmail: '"{text}" is not an e-mail address such as name@company.com',
  severalEmails: '"{text}" holds several e-mail addresses, but only one is allowed',
  unknownSalutation: '"{text}" is not a salutation such as Mr, Ms, Herr or Frau',
  unknownCategory:
    'there is no category "{name}": the name of an existing one is expected, unless the import creates categories',
  sameAsRow: 'is the same as row {row}',
  ambiguousContact: 'may be contact {first} or contact {second}',
  otherFirstName:
    'is not that of contact {id} ("{name}"), which has this e-mail address and last name: it may be another person',
  otherLastName:
    'may be a spelling of the last name of contact {id} ("{name}"), which has this e-mail address, or another person',
  similarContact: 'may be the existing contact {id} ("{name}"), or another one',
  otherFirstNameInRow:
    'is not that of row {row} ("{name}"), which has this e-mail address and last name: it may be another person',
  changedSince: 'was changed since',
  columnChangedSince: '"{column}" was changed since',
  deletedSince: 'was deleted or merged since',
  logDeleted: 'cannot be restored: its old entries of the change log were deleted',
  companyKept: 'the company {id} was created with it and is not deleted',

  // Files
  notTable: 'is not a CSV or XLSX table',
  oldExcel: 'is an old Excel file (XLS); please save it as XLSX or CSV',
  damagedXlsx: 'is a damaged XLSX file',
  unpackedTooLarge: 'is too large when it is unpacked',
  unknownWorksheet: 'has no such worksheet',
  noRows: 'has no row below the headings',
  tooManyRows: 'has more than {max} rows',
  tooManyColumns: 'has more than {max} columns',
  unreadableHeading:
    'has a heading with a character that cannot be read in row {row}, column {column}: the file is UTF-8, but not there',
  openQuote: 'has a quote that is not closed or not doubled in row {row}',
  tooLargeToRead: 'takes too much time or memory to read',

  // Plans
  columnCount: 'must have {columns} entries',
  otherContactType: 'is not a field of this contact type',
  repeatedField: 'is mapped to another column already',
  missingLastName: 'needs a column for lastName or fullName',
  repeatedName: 'maps the name to two columns',
  missingName: 'needs a column for name',
  repeatedStreet: 'maps the street to two columns',

  // Questions
  noQuestion: 'The row has no question.',

  // Statuses
  isDraft: 'The import has not been checked.',
  isChecking: 'The import is being checked.',
  isChecked: 'The import is checked but not started.',
  isRunning: 'The import is running.',
  isDone: 'The import is done.',
  isUndoing: 'The import is being undone.',
  isUndone: 'The import is undone.',
  openQuestions: 'The import is all or nothing, and rows have open questions.',
  invalidRows: 'The import is all or nothing, and the check found invalid rows.',
})
