/** Reads JSON, or throws what the server says. */
async function read(url, options) {
  const response = await fetch(url, options)
  const body = await response.json()
  if (response.ok) return body
  // Problem details have a detail and pointers, the error object a message and fields.
  const fields = (body.errors ?? body.details ?? []).map(({ pointer, field }) => pointer ?? field)
  const requestId = response.headers.get('x-request-id')
  throw new Error(`${response.status} ${body.detail ?? body.message} [${fields}] (${requestId})`)
}

const token = { headers: { Authorization: 'token demo' } }
await read('https://kontor.example/public/v1/dates?colour=red&key=pk_demo').catch(console.log)
await read('https://kontor.example/restapi/v1/events?dateStart=yesterday', token).catch(console.log)
