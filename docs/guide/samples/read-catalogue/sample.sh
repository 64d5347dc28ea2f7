curl -s 'https://kontor.example/restapi/v1/events?limit=2&fields=event_id,event_title' \
  -H 'Authorization: token demo'
