const file = new TextEncoder().encode('%PDF-1.7\n')

const response = await fetch('https://kontor.example/integration/v1/letters', {
  method: 'POST',
  headers: {
    Authorization: 'token demo',
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify({
    letter: {
      messageId: '<20260305093000.4711@lindner.example>',
      from: 'Lindner, Sabine <s.lindner@lindner.example>',
      to: 'anmeldung@akademie.example',
      subject: 'Inhouse-Schulung',
      receivedAt: '2026-03-05T09:30:00+01:00',
      body: '<p>Guten Tag …</p>',
      isHtml: true,
    },
    contact: { email: 's.lindner@lindner.example', lastName: 'Lindner', firstName: 'Sabine' },
    lead: { name: 'Inhouse-Schulung' },
    attachments: [{ name: 'Anfrage.pdf', base64: btoa(String.fromCharCode(...file)) }],
  }),
})
// 201: filed; 200: it was filed before.
console.log(response.status, await response.text())
