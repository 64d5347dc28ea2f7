import base64
import json
import uuid
from urllib.request import Request, urlopen

letter = {
    'letter': {
        'messageId': '<20260305093000.4711@lindner.example>',
        'from': 'Lindner, Sabine <s.lindner@lindner.example>',
        'to': 'anmeldung@akademie.example',
        'subject': 'Inhouse-Schulung',
        'receivedAt': '2026-03-05T09:30:00+01:00',
        'body': '<p>Guten Tag …</p>',
        'isHtml': True,
    },
    'contact': {'email': 's.lindner@lindner.example', 'lastName': 'Lindner', 'firstName': 'Sabine'},
    'lead': {'name': 'Inhouse-Schulung'},
    'attachments': [{'name': 'Anfrage.pdf', 'base64': base64.b64encode(b'%PDF-1.7\n').decode()}],
}
request = Request(
    'https://kontor.example/integration/v1/letters',
    data=json.dumps(letter).encode(),
    headers={
        'Authorization': 'token demo',
        'Content-Type': 'application/json',
        'Idempotency-Key': str(uuid.uuid4()),
    },
)
with urlopen(request) as response:
    # 201: filed; 200: it was filed before.
    print(response.status, response.read().decode())
