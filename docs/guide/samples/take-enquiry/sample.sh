api='https://kontor.example/restapi/v1'
curl -s -i "$api/contacts" -H 'Authorization: token demo' -H 'Content-Type: application/json' \
  -d '{"firstName": "Jana", "lastName": "Köhler", "email": "jana.koehler@nordlicht.example"}'
curl -s "$api/leads/createLead" -H 'Authorization: token demo' -H 'Content-Type: application/json' \
  -d '{"leadContact": 1204, "subject": "Inhouse-Schulung", "leadComment": "Zwölf Personen, im Herbst"}'
