import json
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def post(path, body):
    headers = {
        'Authorization': 'token demo',
        'Content-Type': 'application/json',
        'Idempotency-Key': str(uuid.uuid4()),
    }
    url = f'https://kontor.example/restapi/v1{path}'
    with urlopen(Request(url, data=json.dumps(body).encode(), headers=headers)) as response:
        return json.load(response)


person = {'firstName': 'Jana', 'lastName': 'Köhler', 'email': 'jana.koehler@nordlicht.example'}
try:
    contact = post('/contacts', person)[0]['id']
except HTTPError as error:
    # 409: the person is known, and Location is the path of the contact.
    if error.code != 409:
        raise
    contact = int(error.headers['Location'].rsplit('/', 1)[1])

enquiry = {'leadContact': contact, 'subject': 'Inhouse-Schulung', 'leadComment': 'Zwölf Personen, im Herbst'}
print(post('/leads/createLead', enquiry))
