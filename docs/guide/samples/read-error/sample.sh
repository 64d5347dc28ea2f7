curl -s 'https://kontor.example/public/v1/dates?colour=red&key=pk_demo'
curl -s 'https://kontor.example/restapi/v1/events?dateStart=yesterday' -H 'Authorization: token demo'
