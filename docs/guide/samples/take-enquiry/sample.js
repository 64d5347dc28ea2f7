const post = (path, body) =>
  fetch(`https://kontor.example/restapi/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: 'token demo',
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })

const person = { firstName: 'Jana', lastName: 'Köhler', email: 'jana.koehler@nordlicht.example' }
const created = await post('/contacts', person)
// 409: the person is known, and Location is the path of the contact.
const leadContact =
  created.status === 409
    ? Number(created.headers.get('location').split('/').at(-1))
    : (await created.json())[0].id

const enquiry = { leadContact, subject: 'Inhouse-Schulung', leadComment: 'Zwölf Personen, im Herbst' }
const lead = await post('/leads/createLead', enquiry)
console.log(lead.status, await lead.json())
