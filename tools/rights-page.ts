// The page of the docs with all rights, and what each endpoint requires: docs/rights.md, made of the registries and of the office's texts.
import { rightKey } from '../office/access/right-names.ts'
import { usersTexts } from '../office/access/users-texts.ts'
import { integrationEndpoints } from '../server/integration.ts'
import { endpoints } from '../server/interface.ts'
import { officeEndpoints } from '../server/office.ts'
import { userRights } from '../server/platform/ground/rights.ts'
import { type Endpoint, rightsOf } from '../server/platform/http/endpoint.ts'

// The texts of the office are a tree of any keys; those of rights have the type RightTexts where they are written.
const { rights: rightTexts } = usersTexts.en['users'] as unknown as {
  rights: Readonly<Record<string, { name: string; text: string }>>
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (text: string): string => `\`${text}\``

/** Where the endpoint asks for the password again, and what it needs beside its rights. */
function remarkOf({ public: isPublic, confirmed }: Endpoint): string {
  if (isPublic) return 'without signing in'
  return confirmed ? 'password' : ''
}

const rowOf = (endpoint: Endpoint): string[] => [
  code(`${endpoint.method} ${endpoint.path}`),
  rightsOf(endpoint).map(code).join(', '),
  remarkOf(endpoint),
]

const byPath = (one: Endpoint, other: Endpoint): number =>
  one.path === other.path ? (one.method < other.method ? -1 : 1) : one.path < other.path ? -1 : 1

const matrix = (list: readonly Endpoint[]): string =>
  table(['endpoint', 'rights', ''], list.toSorted(byPath).map(rowOf))

/** The text of docs/rights.md. */
export const rightsPage = (): string => `# Rights

The rights of users are those given directly, and those of their roles. Every endpoint names the rights that it requires, all of them together; an administrator has every right. \`npm run generate\` makes this page of the code: do not edit it.

## The rights

A right without a colon includes its parts: \`090300\` includes \`090300:access\`. The numbers are those of the interface.

${table(
  ['right', 'name', 'what it allows'],
  userRights.map((right) => {
    const { name, text } = rightTexts[rightKey(right)]!
    return [code(right), name, text]
  }),
)}

Some requests require more than their endpoint:

- Publishing a date, or taking it back, requires \`catalogue:publish\` beside \`catalogue:edit\`.
- Naming a contact in a booking or a message requires \`090300:access\`, because the answer shows the contact. A booking shows its participants to everybody with \`booking:access\`.
- Rules for messages of events and dates require \`catalogue:edit\`, those of everything else \`settings\` too.
- The change log of a record requires the right to see the record.
- Without \`090300:access\`, imports are those that the user has made.

## Roles

A role is a name with rights; *Roles* in the back office shows and changes them. A user has the rights of all roles, and those given directly. A changed role takes effect with the next request of its users. An instance begins with four roles, which can be changed and deleted:

- *Sachbearbeitung* (clerk): contacts, bookings, messages, tasks
- *Vertrieb* (sales): contacts, leads, tasks, sees bookings
- *Schulungsbüro* (training office): as clerks, and the catalogue with changes of many at once
- *Buchhaltung* (accounting): sees and changes contacts, sees bookings, articles, invoice confirmations, exports

## From earlier versions

Up to version 0.3, \`090300:access\` also opened bookings, withdrawals and all exports, \`090300:edit\` changes of many contacts at once, \`100100\` the catalogue, and both together the changes of bookings and the messages. The upgrade gives every user the new rights that the old ones meant, so that nobody loses anything; take away what is too much.

A user of a data set without \`roleIds\`, and one of \`kontor user create --rights\` without \`--roles\`, whose rights are all of version 0.3, gets the new ones in the same way. With a newer right, with \`roleIds\` or with \`--roles\`, also empty ones, a user has exactly the named rights.

## The back office

Paths are below \`/office/api\`. Without a right, every user may call the endpoint. *Password*: the user must have given the password in the last ten minutes.

${matrix(officeEndpoints)}

## The interface

Paths are below \`/restapi/v1\`. Every operation requires a valid token.

${matrix(endpoints)}

## The integration interface

Paths are below \`/integration/v1\`. Every operation requires a valid token.

${matrix(integrationEndpoints)}
`
