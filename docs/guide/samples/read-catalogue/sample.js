const response = await fetch('https://kontor.example/restapi/v1/events?limit=2&fields=event_id,event_title', {
  headers: { Authorization: 'token demo' },
})
console.log(response.headers.get('x-total-count'), 'events')
for (const event of await response.json()) console.log(event.event_id, event.event_title)
