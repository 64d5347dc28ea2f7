curl -s 'https://kontor.example/integration/v1/letters' \
  -H 'Authorization: token demo' -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: 20260305093000.4711@lindner.example' -d '{
  "letter": {
    "messageId": "<20260305093000.4711@lindner.example>",
    "from": "Lindner, Sabine <s.lindner@lindner.example>", "to": "anmeldung@akademie.example", "cc": "",
    "subject": "Inhouse-Schulung", "receivedAt": "2026-03-05T09:30:00+01:00",
    "body": "<p>Guten Tag …</p>", "isHtml": true
  },
  "contact": { "email": "s.lindner@lindner.example", "lastName": "Lindner", "firstName": "Sabine" },
  "lead": { "name": "Inhouse-Schulung" },
  "attachments": [{ "name": "Anfrage.pdf", "base64": "JVBERi0xLjcK" }]
}'
